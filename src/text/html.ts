/** Characters in the spelling of HTML. */

const MEANT: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ...["&quot;", "&#34;", "&#x22;"].map((written) => [written, '"'] as const),
  ...["&apos;", "&#39;", "&#x27;"].map((written) => [written, "'"] as const),
]);

/** Each such spelling in a text, and the character that it means. */
export function entitiesIn(text: string): readonly { start: number; end: number; written: string; meant: string }[] {
  return Array.from(text.matchAll(/&#?\w{2,4};/g), ({ 0: written, index: start }) => {
    const meant = MEANT.get(written);
    return meant === undefined ? [] : [{ start, end: start + written.length, written, meant }];
  }).flat();
}

/** The text with plain characters; undefined for one without such a spelling, or with tags: it may be HTML on purpose. */
export function withoutEntities(text: string): string | undefined {
  if (!text.includes("&") || /<\w/.test(text)) return undefined;
  const meant = text.replace(/&#?\w{2,4};/g, (written) => MEANT.get(written) ?? written);
  return meant === text ? undefined : meant;
}
