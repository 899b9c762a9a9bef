/** Removes the slashes at the end of a text. A regular expression would retry at every slash inside it. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
