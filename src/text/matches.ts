import { NONE } from "./none.js";

/** All matches of a pattern with the flag `g`, in order. Most texts have no match, and `matchAll` would copy the pattern first. */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  return text.search(pattern) === -1 ? NONE : Array.from(text.matchAll(pattern));
}

/** The spans of all matches, in order; a filter keeps only some of them. */
export function stretchesOf(
  text: string,
  pattern: RegExp,
  isMeant?: (match: RegExpExecArray) => boolean,
): readonly { readonly start: number; readonly end: number }[] {
  const matches = matchesOf(text, pattern);
  if (matches === NONE) return NONE;
  return (isMeant === undefined ? matches : matches.filter(isMeant)).map(stretchOf);
}

function stretchOf({ 0: { length }, index }: RegExpExecArray): { readonly start: number; readonly end: number } {
  return { start: index, end: index + length };
}
