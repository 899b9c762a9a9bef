/** Lines of a text with their numbers, as a model is shown them. */
import { limits } from "../../../generated/protocol/tables.js";
import { utf8Bytes } from "../../wire/core/text-size.js";

/** The lines of a text; an end of a line at its end begins no other one. */
export function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** `12<TAB>text`. */
export function numbered(line: number, text: string): string {
  const more = text.length - limits.readLineCharacters;
  const shown =
    more > 0 ? `${text.slice(0, limits.readLineCharacters).toWellFormed()}… [${more} more characters]` : text;
  return `${line}\t${shown}`;
}

export interface ShownLines {
  readonly text: string;
  /** The last line of it. */
  readonly to: number;
}

/** The lines from one number to another, as many as fit into a result. */
export function shownLines(lines: readonly string[], from: number, to: number): ShownLines {
  const rows: string[] = [];
  let bytes = 0;
  for (let line = from; line <= to && rows.length < limits.readLines; line += 1) {
    const row = numbered(line, lines[line - 1] ?? "");
    bytes += utf8Bytes(row) + 1;
    if (bytes > limits.readBytes && rows.length > 0) break;
    rows.push(row);
  }
  return { text: rows.join("\n"), to: from + rows.length - 1 };
}
