/**
 * Finds the spot of a cursor in JSON: in the whole text, or else in a part found by its indentation, or else in a guessed tree. A
 * placeholder replaces the token at the cursor and makes each part readable.
 */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { FORMATS } from "../../toolkit/read/document/formats.js";
import { type Effort, readPart } from "../../toolkit/read/document/part.js";
import { markLength } from "../../toolkit/read/document/source.js";
import { blockEnd, keyOn, keysBelow, type Line, linesAround, linesOf } from "./lines.js";
import { PLACEHOLDER, placedAt, type Spot } from "./placeholder.js";

export function spotInJson(text: string, offset: number): Spot | undefined {
  const lines = linesOf(text);
  const index = lines.findLastIndex(({ start }) => start <= offset);
  const line = lines[index];
  if (line === undefined || offset > line.end) return undefined;
  const token = tokenAt(text, line, offset);
  if (token === undefined) return undefined;
  if (isBlank(text)) return { ...EMPTY, span: token };
  if (isBehindAll(text, token) || isBehindKey(text, token)) return undefined;
  const around = linesAround(text, lines, index, offset - line.start).filter(
    (at) => keyIn(text, lines[at]) !== undefined,
  );
  for (const [effort, part] of partsOf(text, token, { lines, index, around })) {
    for (const { lead, body, tail, hasColon } of patchesOf(part)) {
      const at = part.before.length + lead.length + 1;
      const root = readPart(`${part.before}${lead}${body}${tail}${part.behind}`, "jsonc", effort);
      const placed = root?.kind === "mapping" ? placedAt(root, at) : undefined;
      if (root?.kind !== "mapping" || placed === undefined) continue;
      const isFirst = text.slice(line.start, token.start).trim() === "";
      const depth = token.start - line.start;
      const siblings = isFirst && placed.part === "key" ? keysBelow(text, lines, around.at(-1), depth) : [];
      const others = siblings.filter((key) => key.start < line.start || key.start > line.end);
      return {
        ...{ root, ...placed, span: token, isInFlow: true, isAlone: false, hasColon },
        before: lead,
        taken: new Set([...placed.taken, ...others.map(({ name }) => name)]),
        after: tail.endsWith(",") ? "," : "",
      };
    }
  }
  return undefined;
}

/** Whether a text contains only comments. */
function isBlank(text: string): boolean {
  return contentBehind(text.slice(markLength(text))) === "";
}

/** Whether a token would follow the closing bracket of the whole. */
function isBehindAll(text: string, { start, end }: Span): boolean {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (lastBefore(before) !== "}" || contentBehind(behind) !== "") return false;
  return readPart(before + behind, "jsonc", "whole") !== undefined;
}

/** Whether the key is complete except for its colon. */
function isBehindKey(text: string, { start, end }: Span): boolean {
  return start === end && lastBefore(text.slice(0, start)) === '"' && contentBehind(text.slice(end)).startsWith(":");
}

/** A key in an empty text brings its braces. */
const EMPTY: Omit<Spot, "span"> = {
  ...{ root: { kind: "mapping", entries: new Map(), span: { start: 0, end: 0 } }, path: [], part: "key", name: "" },
  ...{
    taken: new Set<string>(),
    items: [],
    isInFlow: true,
    hasColon: false,
    isAlone: false,
    before: "{ ",
    after: " }",
  },
};

/**
 * The string or word around the cursor; undefined in a comment. No string spans several lines, so one line is enough. A string that is not
 * closed on its line ends with its word.
 */
function tokenAt(text: string, { start, end }: Line, offset: number): Span | undefined {
  const line = text.slice(start, end);
  const left = offset - start;
  if (/^\s*\*/.test(line) || isInBlock(text, offset)) return undefined;
  for (let at = 0; at < left; at += 1) {
    if (line[at] === "/" && line[at + 1] === "/") return undefined;
    if (line[at] === "/" && line[at + 1] === "*") {
      const close = line.indexOf("*/", at + 2);
      if (close === -1) return undefined;
      at = close + 1;
    }
    if (line[at] !== '"') continue;
    const from = at;
    for (at += 1; at < left && line[at] !== '"'; at += 1) if (line[at] === "\\") at += 1;
    if (at === left - 1) return { start: start + from, end: offset };
    if (at < left) continue;
    const word = /^(?:[^"\\]|\\.)*?"(?=\s*(?:[,:}\]]|\/[/*]|$))/.exec(line.slice(left))?.[0];
    const rest =
      word !== undefined && !/":/.test(word.slice(0, -1)) ? word : (/^[\w./@$-]*/.exec(line.slice(left))?.[0] ?? "");
    return { start: start + from, end: offset + rest.length };
  }
  let before = left;
  while (before > 0 && isInWord(line[before - 1])) before -= 1;
  const isBehindColon = before === left && line.slice(0, left).trimEnd().endsWith(":");
  if (/^\/[/*]/.test(line.slice(left))) return { start: start + before, end: offset };
  const [behind = ""] = (isBehindColon ? SPACED : WORD).exec(line.slice(left)) ?? [];
  return { start: start + before, end: offset + behind.length };
}

/** Whether an offset is in a block comment, which may begin on an earlier line. */
function isInBlock(text: string, offset: number): boolean {
  const open = text.lastIndexOf("/*", offset - 1);
  const close = text.indexOf("*/", open + 2);
  if (open === -1 || (close !== -1 && close + 1 < offset)) return false;
  const before = text.slice(text.lastIndexOf("\n", open) + 1, open);
  return codeLength(before) === before.length;
}

const WORD = /^(?:"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]*)/;
/** The value after a colon, with the blanks before it. */
const SPACED = /^(?:[ \t]*(?:"(?:[^"\\]|\\.)*"|(?!\/[/*])[^\s"{}[\],:]+))?/;

function isInWord(character: string | undefined): boolean {
  return character !== undefined && !/[\s"{}[\],:]/.test(character);
}

/** The lines of a text, the one of the cursor, and the lines with the keys around it, outermost first. */
interface Around {
  readonly lines: readonly Line[];
  readonly index: number;
  readonly around: readonly number[];
}

/**
 * A part contains the keys around it, and closes them. A line with nothing around it gives no part if it begins with a bracket, or if the
 * first line opens more than the text itself.
 */
function* partsOf(text: string, token: Span, { lines, index, around }: Around): Generator<readonly [Effort, Part]> {
  const whole: Part = { before: text.slice(0, token.start), behind: text.slice(token.end) };
  const under = (head: number, outer: readonly number[]): Part => {
    const start = lines[head]?.start ?? 0;
    const end = Math.max(lines[blockEnd(text, lines, head)]?.start ?? text.length, token.end);
    const open = outer.map((at) => `${keyIn(text, lines[at])}: {`).join("");
    const before = `{${open}\n${text.slice(start, token.start)}`;
    return { before, behind: `${text.slice(token.end, end)}\n${"}".repeat(outer.length + 1)}` };
  };
  const line = lines[index];
  const [section = index, entry = index] = around;
  const beginsIt = /^[ \t]*[{[]|^\S/.test(text.slice(line?.start, line?.end));
  const isShownByNone = around.length === 0 && (beginsIt || opensSection(text, lines, index));
  const parts = isShownByNone ? [] : [under(entry, section === entry ? [] : [section]), under(section, [])];
  const few = around.length > 1 ? [...parts, under(index, around)] : parts;
  const isLong = text.length > LONG && around.length > 0 && OPENED.test(text);
  if (isLong) for (const part of parts) yield ["whole", part];
  yield ["whole", whole];
  for (const part of few) yield ["whole", part];
  for (const part of few) yield ["tolerant", part];
  yield ["tolerant", whole];
}

/** Whether the first line with content leaves a section open. */
function opensSection(text: string, lines: readonly Line[], before: number): boolean {
  const first = lines.slice(0, before).find(({ isMute }) => !isMute);
  if (first === undefined) return false;
  const marks = text.slice(first.start, first.end).replace(/"(?:[^"\\]|\\.)*"?|\/\/.*/g, "");
  let open = 0;
  for (const mark of marks) open += /[{[]/.test(mark) ? 1 : /[}\]]/.test(mark) ? -1 : 0;
  return /^\s*\{/.test(marks) && open > 1;
}

/** The lines of a longer text come first, if it begins like an indented one. */
const LONG = 20_000;
const OPENED = /^\ufeff?\{[ \t]*\r?\n[ \t]+"/;

/** The key of a line, as written. */
function keyIn(text: string, line: Line | undefined): string | undefined {
  const key = line && keyOn(text, line);
  return key && text.slice(key.start, key.end);
}

/** The text before and after the token. */
interface Part {
  readonly before: string;
  readonly behind: string;
}

interface Patch {
  readonly lead: string;
  readonly body: string;
  readonly tail: string;
  readonly hasColon: boolean;
}

const BEGINS = /^["{[\w-]/;
const KEY = /^"(?:[^"\\\r\n]|\\.)*"\s*:/;

/** Ways to make a text with the placeholder readable, the likeliest first. */
function* patchesOf(part: Part): Generator<Patch> {
  const body = `"${PLACEHOLDER}"`;
  const before = lastBefore(part.before);
  const behind = contentBehind(part.behind);
  const isBeforeValue = BEGINS.test(behind) && !KEY.test(behind);
  if (before === ":" && isBeforeValue) return;
  const comma = BEGINS.test(behind) ? "," : "";
  const lead = /[{[,:]/.test(before) || before === "" ? "" : ",";
  if (behind.startsWith(":")) {
    yield { lead, body, tail: "", hasColon: true };
    return;
  }
  const key: Patch = { lead, body, tail: `: null${comma}`, hasColon: false };
  const value: Patch = { lead, body, tail: comma, hasColon: false };
  if (before === "{") yield key;
  else if (before === ":" || before === "[") yield value;
  else yield* [key, value];
  // Only a tolerant reader accepts these.
  if (before !== ":") yield { ...key, lead: "" };
}

/** The last character before a place that is neither blank nor in a comment; empty without one. */
function lastBefore(text: string): string {
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

/** The text from its first character that is neither blank nor in a comment. */
function contentBehind(text: string): string {
  const { between } = FORMATS.jsonc;
  between.lastIndex = 0;
  return text.slice(between.exec(text)?.[0].length ?? 0);
}

/** The length of a line's beginning that holds only whole strings, without a comment to the end of the line. */
function codeLength(line: string): number {
  return CODE.exec(line)?.[0].length ?? 0;
}

const CODE = /^(?:"(?:[^"\\]|\\.)*"|[^"/]|\/(?!\/))*/;
