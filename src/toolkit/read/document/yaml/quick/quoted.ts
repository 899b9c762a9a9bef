/** Texts in quotes, on one line or over several. */
import type { Scalar } from "../../node.js";
import { BACKSLASH, type Cursor, DOUBLE_QUOTE, decline, SINGLE_QUOTE, SPACE } from "./cursor.js";

/** From one quote to the other. `indent`: the indentation of the parent; the lines below the first are deeper. */
export function readQuoted(cursor: Cursor, indent: number): Scalar {
  const { text, at: start } = cursor;
  const isDouble = cursor.code() === DOUBLE_QUOTE;
  const end = isDouble ? endOfDouble(text, start + 1) : endOfSingle(text, start + 1);
  const inner = text.slice(start + 1, end);
  const lines = inner.includes("\n") ? linesOf(inner, indent) : undefined;
  const value = isDouble ? doubleValue(inner, lines) : singleValue(inner, lines);
  cursor.at = end + 1;
  return { kind: "scalar", value, span: { start, end: end + 1 } };
}

function endOfDouble(text: string, from: number): number {
  const first = text.indexOf('"', from);
  if (first !== -1 && !text.slice(from, first).includes("\\")) return first;
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOUBLE_QUOTE) return at;
    if (code === BACKSLASH) at += 1;
    else if (Number.isNaN(code)) decline();
  }
}

function endOfSingle(text: string, from: number): number {
  let end = text.indexOf("'", from);
  while (end !== -1 && text.charCodeAt(end + 1) === SINGLE_QUOTE) end = text.indexOf("'", end + 2);
  return end === -1 ? decline() : end;
}

/** The lines without the white space that folding removes. */
function linesOf(inner: string, indent: number): readonly string[] {
  const lines = inner.split(/\r?\n/);
  return lines.map((line, index) => {
    const column = line.search(/[^ ]|$/);
    const isBlank = column === line.length && index < lines.length - 1;
    if (index > 0 && !isBlank && column <= indent) decline();
    const from = index === 0 ? 0 : column;
    return index === lines.length - 1 ? line.slice(from) : withoutSpaces(line.slice(from));
  });
}

/** A text without the spaces at its end. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line.charCodeAt(end - 1) === SPACE) end -= 1;
  return line.slice(0, end);
}

/** A line break becomes a space, and each empty line a line break. */
function folded(lines: readonly string[]): string {
  let [value = ""] = lines;
  let breaks = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    breaks += 1;
    if (line === "" && index < lines.length - 1) continue;
    value += (breaks === 1 ? " " : "\n".repeat(breaks - 1)) + line;
    breaks = 0;
  }
  return value;
}

function singleValue(inner: string, lines: readonly string[] | undefined): string {
  return (lines === undefined ? inner : folded(lines)).replaceAll("''", "'");
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "0": "\0", a: "\x07", b: "\b", e: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ N: "\x85", _: "\xa0", L: "\u2028", P: "\u2029", " ": " ", '"': '"', "/": "/", "\\": "\\" },
};

/** Leaves coded escapes and escaped line breaks to the general parser. */
function doubleValue(inner: string, lines: readonly string[] | undefined): string {
  if (!inner.includes("\\")) return lines === undefined ? inner : folded(lines);
  if (lines !== undefined) decline();
  return inner.replace(/\\(.)/g, (_, name: string) => ESCAPES[name] ?? decline());
}
