/** What stands beside a place in JSON with comments, when blanks and comments are passed over. */
import { FORMATS } from "../../../toolkit/read/document/formats.js";

/** The last character that is no blank and in no comment; empty if there is none. */
export function lastBefore(text: string): string {
  let end = text.trimEnd().length;
  for (;;) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end);
    const block = line.endsWith("*/") ? text.lastIndexOf("/*", end) : -1;
    const [code = line] = CODE.exec(line) ?? [];
    if (block === -1 && code === line) return text[end - 1] ?? "";
    end = text.slice(0, block === -1 ? start + code.length : block).trimEnd().length;
  }
}

/** The part of a line before its comment. */
const CODE = /^(?:"(?:[^"\\]|\\.)*"|[^"/]|\/(?!\/))*(?=\/\/)/;

/** The text from its first character that is no blank and in no comment. */
export function contentBehind(text: string): string {
  const { between } = FORMATS.jsonc;
  between.lastIndex = 0;
  return text.slice(between.exec(text)?.[0].length ?? 0);
}
