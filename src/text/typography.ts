/** Quotes and dashes that a word processor puts in the place of plain ones. */

const OPENING = /^[“”„‟‘’‚‛«»]/;
const CLOSING = /[“”„‟‘’‚‛«»]$/;

/** What is inside of typographic quotes that are around a whole text; undefined for any other text. */
export function insideQuotes(text: string): string | undefined {
  return text.length > 1 && OPENING.test(text) && CLOSING.test(text) ? text.slice(1, -1) : undefined;
}

/** The flag that was written with a dash in front; undefined for any other text. */
export function flagMeant(text: string): string | undefined {
  const [, dash, name] = /^([–—])([A-Za-z][\w=.-]*)/.exec(text) ?? [];
  if (dash === undefined || name === undefined) return undefined;
  return (name.length === 1 ? "-" : "--") + text.slice(1);
}
