/** Texts for a decision, shown in full: nothing is cut, an empty text is visible, and a number stands for long blanks. */
import { printable } from "../../text/escape.js";

/** A text on one line: `a<390 spaces>b`. */
export function whole(text: string): string {
  return text
    .split(/( {4,}|\t{4,}|\n{4,})/)
    .map((part, index) =>
      index % 2 === 0
        ? printable(part).replace(/[^\S ]|\u2800/g, escaped)
        : `<${part.length} ${NAMES[part[0] ?? ""] ?? "spaces"}>`,
    )
    .join("");
}

const NAMES: Readonly<Record<string, string>> = { "\t": "tabs", "\n": "line breaks" };

/** A blank other than the usual space. */
function escaped(blank: string): string {
  return `\\u{${blank.charCodeAt(0).toString(16)}}`;
}

const WIDTH = 100;

/** A text in lines of a fixed width without losing a character, broken after a blank if possible. */
export function folded(text: string, between: string): string {
  const characters = [...text];
  const lines: string[] = [];
  for (let from = 0; from < characters.length; ) {
    const rest = characters.slice(from, from + WIDTH);
    const blank = from + WIDTH < characters.length ? rest.lastIndexOf(" ") + 1 : 0;
    const length = blank > WIDTH / 2 ? blank : rest.length;
    lines.push(rest.slice(0, length).join(""));
    from += length;
  }
  return lines.join(between);
}
