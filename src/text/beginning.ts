/** Cuts a text to a limited length. */

/** Returns at most `most` UTF-16 units and never splits a surrogate pair. */
export function beginningOf(text: string, most: number): string {
  const isDivided = text.length > most && /[\ud800-\udbff]$/.test(text.slice(most - 1, most));
  return text.slice(0, isDivided ? most - 1 : most);
}
