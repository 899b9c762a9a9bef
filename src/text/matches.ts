/** Where a pattern with the flag `g` matches, in order. Most texts have no match, and what looks for all of them copies the pattern first. */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  return text.search(pattern) === -1 ? NONE : Array.from(text.matchAll(pattern));
}

/** The stretches that match, in order. */
export function stretchesOf(
  text: string,
  pattern: RegExp,
): readonly { readonly start: number; readonly end: number }[] {
  const matches = matchesOf(text, pattern);
  return matches === NONE ? NONE : matches.map(stretchOf);
}

/** The stretch of a match. */
export function stretchOf({ 0: { length }, index }: RegExpExecArray): { readonly start: number; readonly end: number } {
  return { start: index, end: index + length };
}

const NONE: readonly never[] = [];
