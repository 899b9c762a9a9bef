/** The token around the cursor in JSON, which its line shows: no string goes over several lines. */
import type { Span } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Line } from "../lines.js";
import { codeLength } from "./content.js";

/** The string or word around the cursor; undefined in a comment. A string that is not closed on its line ends with its word. */
export function tokenAt(text: string, { start, end }: Line, offset: number): Span | undefined {
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
