/** Typographic quotes and dashes that a word processor puts in place of plain ones. */

const OPENING = /^[“”„‟‘’‚‛«»]/;
const CLOSING = /[“”„‟‘’‚‛«»]$/;

/** The text inside typographic quotes that surround it whole; undefined for any other text. */
export function insideQuotes(text: string): string | undefined {
  return text.length > 1 && OPENING.test(text) && CLOSING.test(text) ? text.slice(1, -1) : undefined;
}

/** The flag that was written with a typographic dash; undefined for any other text. */
export function flagMeant(text: string): string | undefined {
  const [, dash, name] = /^([–—])([A-Za-z][\w=.-]*)/.exec(text) ?? [];
  if (dash === undefined || name === undefined) return undefined;
  return (name.length === 1 ? "-" : "--") + text.slice(1);
}
