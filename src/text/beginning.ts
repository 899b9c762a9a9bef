/** The beginning of a text, for places that have room for so much. */

/** At most so many UTF-16 units; no character is divided. */
export function beginningOf(text: string, most: number): string {
  const isDivided = text.length > most && /[\ud800-\udbff]$/.test(text.slice(most - 1, most));
  return text.slice(0, isDivided ? most - 1 : most);
}
