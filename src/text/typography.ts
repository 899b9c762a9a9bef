/** Recognises typographic quotes and dashes, which word processors write in place of plain ones. */

const OPENING = /^[“”„‟‘’‚‛«»]/;
const CLOSING = /[“”„‟‘’‚‛«»]$/;

/** The text inside a pair of typographic quotes; undefined for any other text. */
export function insideQuotes(text: string): string | undefined {
  return text.length > 1 && OPENING.test(text) && CLOSING.test(text) ? text.slice(1, -1) : undefined;
}

/** The flag that a text with a typographic dash spells; undefined for any other text. */
export function flagMeant(text: string): string | undefined {
  const [, dash, name] = /^([–—])([A-Za-z][\w=.-]*)/.exec(text) ?? [];
  if (dash === undefined || name === undefined) return undefined;
  return (name.length === 1 ? "-" : "--") + text.slice(1);
}
