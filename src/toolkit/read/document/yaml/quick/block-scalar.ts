/** Texts of several lines behind `|` and `>`. An indentation indicator and `+` are left to the general parser. */
import type { Scalar } from "../../node.js";
import { type Cursor, decline, GREATER, RETURN } from "./cursor.js";

const HEADER = /[|>](-?)(?: +(?:#[^\n]*)?)?\r?\n/y;

/** `indent`: the indentation of the parent; the lines of the text are deeper. Leaves the cursor at the beginning of a line. */
export function readBlockScalar(cursor: Cursor, indent: number): Scalar {
  const { text, at: start } = cursor;
  const isFolded = cursor.code() === GREATER;
  HEADER.lastIndex = start;
  const header = HEADER.exec(text) ?? decline();
  cursor.at = HEADER.lastIndex;
  const { lines, end } = linesBelow(cursor, indent);
  if (lines.length === 0) decline();
  const value = (isFolded ? fold(lines) : lines.join("\n")) + (header[1] === "-" ? "" : "\n");
  return { kind: "scalar", value, span: { start, end } };
}

/** The lines of the text without its indentation, which is that of its first line, and without empty lines at the end. */
function linesBelow(cursor: Cursor, indent: number): { readonly lines: readonly string[]; readonly end: number } {
  const { text } = cursor;
  const lines: string[] = [];
  let own = -1;
  let empty = 0;
  let end = cursor.at;
  while (cursor.at < text.length) {
    const start = cursor.at;
    cursor.spaces();
    const column = cursor.at - start;
    const { stop, next } = lineEnd(text, cursor.at);
    if (stop === cursor.at) {
      // Blanks beyond the indentation of the text belong to the text.
      if (column > (own === -1 ? indent : own)) decline();
      empty += 1;
    } else if (column <= indent) {
      cursor.at = start;
      break;
    } else {
      if (own === -1) own = column;
      if (column < own) decline();
      for (; empty > 0; empty -= 1) lines.push("");
      lines.push(text.slice(start + own, stop));
      end = next;
    }
    cursor.at = next;
  }
  return { lines, end };
}

/** The end of a line, and the beginning of the next one. */
function lineEnd(text: string, from: number): { readonly stop: number; readonly next: number } {
  const newline = text.indexOf("\n", from);
  if (newline === -1) return { stop: text.length, next: text.length };
  const stop = newline > from && text.charCodeAt(newline - 1) === RETURN ? newline - 1 : newline;
  return { stop, next: newline + 1 };
}

/** Lines are joined by spaces; deeper lines stay lines of their own. */
function fold(lines: readonly string[]): string {
  let value = "";
  let joint = "";
  let wasDeeper = false;
  for (const line of lines) {
    if (line === "") {
      if (joint === "\n") value += "\n";
      else joint = "\n";
    } else if (line.startsWith(" ")) {
      value += (joint === " " ? "\n" : joint === "\n" && !wasDeeper ? "\n\n" : joint) + line;
      joint = "\n";
      wasDeeper = true;
    } else {
      value += joint + line;
      joint = " ";
      wasDeeper = false;
    }
  }
  return value;
}
