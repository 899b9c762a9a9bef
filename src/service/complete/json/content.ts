/** What stands beside a place in JSON with comments, when blanks and comments are passed over. */
import { FORMATS } from "../../../toolkit/read/document/formats.js";

/** The last character that is no blank and in no comment; empty if there is none. */
export function lastBefore(text: string): string {
  let end = text.trimEnd().length;
  for (;;) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end);
    const block = line.endsWith("*/") ? text.lastIndexOf("/*", end) : -1;
    const comment = line.startsWith("//", codeLength(line)) ? start + codeLength(line) : -1;
    const cut = block === -1 ? comment : block;
    if (cut === -1) return text[end - 1] ?? "";
    end = text.slice(0, cut).trimEnd().length;
  }
}

/** The text from its first character that is no blank and in no comment. */
export function contentBehind(text: string): string {
  const { between } = FORMATS.jsonc;
  between.lastIndex = 0;
  return text.slice(between.exec(text)?.[0].length ?? 0);
}

/** The length of a line's beginning that holds whole strings and no comment to the end of the line. */
export function codeLength(line: string): number {
  return CODE.exec(line)?.[0].length ?? 0;
}

const CODE = /^(?:"(?:[^"\\]|\\.)*"|[^"/]|\/(?!\/))*/;
