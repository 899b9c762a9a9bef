/** Finds the spot of a cursor in JSON: in the whole text, else in the part that its indentation shows, else in a guessed tree. */
import type { Span } from "../../../toolkit/read/diagnostic/diagnostic.js";
import { readPart } from "../../../toolkit/read/document/part.js";
import { markLength } from "../../../toolkit/read/document/source.js";
import { keysBelow, type Line, linesAround, linesOf } from "../lines.js";
import { placedAt, type Spot } from "../placed.js";
import { codeLength, contentBehind, keyIn, lastBefore, partsOf, patchesOf } from "./parts.js";

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
      const beside = isFirst && placed.part === "key" ? keysBelow(text, lines, around.at(-1), depth) : [];
      const others = beside.filter((key) => key.start < line.start || key.start > line.end);
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

/** Whether a text has nothing but comments. */
function isBlank(text: string): boolean {
  return contentBehind(text.slice(markLength(text))) === "";
}

/** Whether a token would stand behind the closing bracket of the whole. */
function isBehindAll(text: string, { start, end }: Span): boolean {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (lastBefore(before) !== "}" || contentBehind(behind) !== "") return false;
  return readPart(before + behind, "jsonc", "whole") !== undefined;
}

/** Whether there is a key already, and only its colon to come. */
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

/** The string or word around the cursor, which its line shows, as no string goes over several lines; undefined in a comment. A string that is not closed on its line ends with its word. */
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
/** The value behind a colon, with the blanks before it. */
const SPACED = /^(?:[ \t]*(?:"(?:[^"\\]|\\.)*"|(?!\/[/*])[^\s"{}[\],:]+))?/;

function isInWord(character: string | undefined): boolean {
  return character !== undefined && !/[\s"{}[\],:]/.test(character);
}
