/** Where a pattern with the flag `g` matches, in order. Most texts have no match, and what looks for all of them copies the pattern first. */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  return text.search(pattern) === -1 ? NONE : Array.from(text.matchAll(pattern));
}

const NONE: readonly never[] = [];
