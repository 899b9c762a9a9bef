/**
 * Finds pairs of a name and a value in a text without a tree: an argument, a header, a comment, an unreadable file. `--name=value`, `--name
 * value`, `NAME=value`, and at the start of a phrase `Name: value`, with values in the forms of YAML and JSON.
 */

import { namesSection } from "../../../text/credential-names.js";
import { once } from "../../../text/once.js";
import { OPENER } from "../../../text/scan.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";

/** A name with escapes is always in double quotes. */
const NAME =
  /(?<=")((?:[\w.-]*(?:\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}))+[\w.-]*)(?=")|(?<![\w.-])(-{0,2})[A-Za-z_][\w.-]*/g;

/** The texts that may precede a name with a `:`; after any other text, the name is a word in a sentence. */
const STARTS = new Set(["", ..."\n\r\u0085\u2028\u2029{[(,;\"'`#-*", "//"]);

/** Every pair matches: it has a separator other than that of a URL, or its name is a flag. */
const MAY_SEPARATE = /=(?!=|\/\/)|:(?!\/\/|-)|(?<![\w.-])-/;

export function valuesIn(text: string, isWanted: (name: string) => boolean): readonly Span[] {
  const spans: Span[] = [];
  if (!MAY_SEPARATE.test(text)) return spans;
  const lines = once(() => lineStarts(text));
  let from = 0;
  let looked = 0;
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    const { 0: written, 1: escaped, 2: dashes = "", index: start } = match;
    if (start < from || text.startsWith("${", start - 2)) continue;
    const end = start + written.length;
    const mark = separatorAt(text, end, dashes !== "" && text[start - 1] !== ":");
    const name = escaped === undefined ? written.slice(dashes.length) : unescaped(escaped);
    if (mark === undefined || !isWanted(name)) continue;
    const column = start - lines()(start);
    const values =
      mark.kind === ":"
        ? afterColon(text, { start, end, column }, mark.end, namesSection(name))
        : afterMark(text, mark);
    for (const value of values) spans.push(value);
    // A value is hidden whole, with any pairs in it. Only a value with a substitution is searched again, once.
    const last = values.at(-1)?.end ?? from;
    if (start >= looked && OPENER.test(text.slice(end, last))) looked = last;
    else from = last;
  }
  return spans;
}

/** Returns the start of the line of an offset. Offsets must not decrease. */
function lineStarts(text: string): (offset: number) => number {
  let start = 0;
  let next = text.indexOf("\n");
  return (offset) => {
    while (next !== -1 && next < offset) {
      start = next + 1;
      next = text.indexOf("\n", start);
    }
    return start;
  };
}

/** A name in JSON or YAML with its escaped letters decoded. */
function unescaped(name: string): string {
  return name.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/gi, (_, four?: string, two?: string) =>
    String.fromCharCode(Number.parseInt(four ?? two ?? "0", 16)),
  );
}

interface Separator {
  readonly kind: "=" | ":" | "flag";
  readonly end: number;
}

const COLON_OR_EQUALS = /\\?["']?[ \t]*(?:=(?!=|\/\/)|:(?!\/\/|-))[ \t]*/y;
/** The separator between a flag and its value: in a command, in a list in brackets, in a list of lines. */
const AFTER_FLAG = /["']?(?:[ \t]+|[ \t]*,\s{0,64}|[ \t]*\r?\n[ \t]{0,64}- +)(?![-\s])/y;

function separatorAt(text: string, at: number, isFlag: boolean): Separator | undefined {
  COLON_OR_EQUALS.lastIndex = at;
  const mark = COLON_OR_EQUALS.exec(text)?.[0];
  if (mark !== undefined) return { kind: mark.includes("=") ? "=" : ":", end: at + mark.length };
  AFTER_FLAG.lastIndex = at;
  const gap = isFlag ? AFTER_FLAG.exec(text)?.[0] : undefined;
  return gap === undefined ? undefined : { kind: "flag", end: at + gap.length };
}

/** A value in quotes, over one or more lines; without a closing quote, the value ends with its line. */
const QUOTED = /"(?:[^"\\]|\\[\s\S]){0,4096}"|'(?:[^']|''){0,4096}'/y;
/** A quotation inside another one. */
const ESCAPED_QUOTED = /\\"[^"\n]{0,4096}"/y;
const WORD = /(?:\$\{[^}$\n]*\}|\$\([^)$\n]*\)|(?!\$\{[^}$\n]*\}|\$\([^)$\n]*\))[^\s"'`&;<>|,\]}])+/y;
const REST = /[^\r\n]+/y;
const REST_IN_BRACKETS = /(?:\$\{[^}$\n]*\}|\$\([^)$\n]*\)|(?!\$\{[^}$\n]*\}|\$\([^)$\n]*\))[^,\]}\r\n])+/y;

function matchAt(pattern: RegExp, text: string, at: number): Span {
  pattern.lastIndex = at;
  return { start: at, end: at + (pattern.exec(text)?.[0].length ?? 0) };
}

function quotedAt(text: string, at: number): Span | undefined {
  if (text.startsWith('\\"', at)) return { start: at + 2, end: matchAt(ESCAPED_QUOTED, text, at).end - 2 };
  if (text[at] !== '"' && text[at] !== "'") return undefined;
  const { end } = matchAt(QUOTED, text, at);
  return end > at ? { start: at + 1, end: end - 1 } : { start: at + 1, end: matchAt(REST, text, at).end };
}

function afterMark(text: string, { end }: Separator): readonly Span[] {
  const quoted = quotedAt(text, end);
  if (quoted !== undefined) return [quoted];
  const word = matchAt(WORD, text, end);
  // A closing bracket belongs to the surrounding command, unless the value opens one.
  let last = word.end;
  if (!text.slice(end, last).includes("(")) while (last > end && text[last - 1] === ")") last -= 1;
  return [{ start: end, end: last }];
}

interface Name extends Span {
  readonly column: number;
}

function afterColon(text: string, name: Name, at: number, isSection: boolean): readonly Span[] {
  const before = beforeName(text, name);
  if (!STARTS.has(before.character)) return inSentence(text, name, at);
  const quoted = quotedAt(text, at) ?? quotedBelow(text, at);
  if (quoted !== undefined) return [quoted];
  if (text[at] === "[" || text[at] === "{") return isSection ? [] : [bracketsAt(text, at)];
  // A quoted `"Name: value"` ends at its closing quote.
  const close = before.isOpen ? text.indexOf(before.quote, at) : -1;
  if (close !== -1 && !/[\r\n]/.test(text.slice(at, close))) return [{ start: at, end: close }];
  const isInBrackets = /[{[(,]/.test(before.character);
  const line = matchAt(isInBrackets ? REST_IN_BRACKETS : REST, text, at);
  const [, header] = /^[ \t]*(?:([|>][-+\d]*)[ \t]*)?(?:#.*)?$/.exec(text.slice(at, line.end)) ?? [
    undefined,
    undefined,
  ];
  const isAlone = line.start === line.end || header !== undefined || /^[ \t]*(?:#|$)/.test(text.slice(at, at + 64));
  const block = linesBelow(text, isInBrackets ? indentOf(text, name) : name.column, line.end, header !== undefined);
  if (isAlone) return isSection && header === undefined ? [] : block;
  return [{ start: at, end: withoutComment(text, at, line.end) }, ...block];
}

/** The indentation of a name's line. */
function indentOf(text: string, { start, column }: Name): number {
  const { start: from, end } = matchAt(/[ \t]*/y, text, start - column);
  return end - from;
}

/** In a sentence, the next word is a value only if the name is not a plain word, or if that word has a digit. */
function inSentence(text: string, name: Name, at: number): readonly Span[] {
  if (text[name.start - 1] === "/") return [];
  const { end: scheme } = matchAt(/(?:bearer|basic|token|digest)[ \t]+/iy, text, at);
  const word = matchAt(WORD, text, scheme);
  const isValue = /[A-Z_-]/.test(text.slice(name.start, name.end)) || /\d/.test(text.slice(word.start, word.end));
  return isValue ? [{ start: at, end: word.end }] : [];
}

/** A quoted value on the next line, as JSON and YAML allow; with a `:` after it, it is a name. */
function quotedBelow(text: string, at: number): Span | undefined {
  const gap = matchAt(/\s{1,256}(?=["'])/y, text, at);
  const quoted = gap.end > at ? quotedAt(text, gap.end) : undefined;
  return quoted === undefined || /^["']?[ \t]*:/.test(text.slice(quoted.end, quoted.end + 64)) ? undefined : quoted;
}

/** A comment after a value begins with a `#` that follows white space. */
function withoutComment(text: string, start: number, end: number): number {
  const comment = text.slice(start, end).search(/[ \t]#/);
  return start + text.slice(start, comment === -1 ? end : start + comment).trimEnd().length;
}

interface Before {
  readonly character: string;
  /** The quote right before the name; `isOpen` if no such quote follows the name. */
  readonly quote: string;
  readonly isOpen: boolean;
}

function beforeName(text: string, { start, end }: Span): Before {
  const last = text[start - 1] ?? "";
  const quote = /["'`]/.test(last) ? last : "";
  if (quote !== "" && text[end] !== quote && text[end] !== "\\") return { character: quote, quote, isOpen: true };
  let at = start - quote.length - (text[start - 2] === "\\" ? 1 : 0);
  while (at > 0 && (text[at - 1] === " " || text[at - 1] === "\t")) at -= 1;
  const character = text[at - 1] ?? "";
  return { character: character === "/" ? text.slice(Math.max(at - 2, 0), at) : character, quote, isOpen: false };
}

const MOST_IN_BRACKETS = 4096;

/** The contents of brackets, up to the closing one or to a limit. */
function bracketsAt(text: string, start: number): Span {
  let depth = 0;
  for (let at = start; at < text.length && at < start + MOST_IN_BRACKETS; at += 1) {
    if (text[at] === "[" || text[at] === "{") depth += 1;
    if (text[at] === "]" || text[at] === "}") depth -= 1;
    if (depth === 0) return { start: start + 1, end: at };
  }
  return { start: start + 1, end: Math.min(text.length, start + MOST_IN_BRACKETS) };
}

/** The lines of a name's value: indented below its column, or items of its list. They end at the next name, except in a block of text. */
function linesBelow(text: string, column: number, from: number, isBlock: boolean): readonly Span[] {
  const lines: Span[] = [];
  let at = from;
  for (;;) {
    const gap = matchAt(BREAK_AND_INDENT, text, at);
    if (gap.end === at) return lines;
    const line = matchAt(REST, text, gap.end);
    if (line.end === line.start) return lines;
    const indent = gap.end - 1 - text.lastIndexOf("\n", gap.end - 1);
    const head = text.slice(line.start, line.start + 200);
    if (indent < column || (indent === column && !head.startsWith("- "))) return lines;
    if (!isBlock && /^(?:- +)?["']?[A-Za-z_][\w.-]*["']?[ \t]*:(?:\s|$)/.test(head)) return lines;
    lines.push(line);
    at = line.end;
  }
}

const BREAK_AND_INDENT = /(?:\r?\n[ \t]*)+/y;
