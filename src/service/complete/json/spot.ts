/** Finds the spot of a cursor in JSON: in the whole text, else in the part that its indentation shows, else in a guessed tree. */
import type { Span } from "../../../toolkit/read/diagnostic/diagnostic.js";
import { readPart } from "../../../toolkit/read/document/part.js";
import { markLength } from "../../../toolkit/read/document/source.js";
import { keysBelow, linesAround } from "../around.js";
import { linesOf } from "../lines.js";
import { placedAt, type Spot } from "../placed.js";
import { contentBehind, lastBefore } from "./content.js";
import { keyIn, partsOf } from "./parts.js";
import { patchesOf } from "./patches.js";
import { tokenAt } from "./token.js";

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
