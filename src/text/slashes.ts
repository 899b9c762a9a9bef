/** A text without the slashes that it ends in. A regular expression would try every slash inside of it as the first of them. */
export function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
