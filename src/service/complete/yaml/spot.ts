/** Finds the spot of a cursor in YAML: reads small parts of the text with a placeholder at the cursor, until one is readable. */
import type { Span } from "../../../toolkit/read/diagnostic/diagnostic.js";
import { readPart } from "../../../toolkit/read/document/part.js";
import { keysBelow, type Line, linesAround, linesOf } from "../lines.js";
import { PLACEHOLDER, type PlaceholderPlace, placedAt, type Spot } from "../placeholder.js";
import { openConstructsIn } from "./open-constructs.js";
import { attemptsAt, type Part, type Patch, patchesOf, SMALL } from "./parts.js";

const BEFORE_TOKEN = /(?:^|[\s{[,])$/;

/** How often the general reader may read a large text. */
const MOST_SLOW = 2;

export function spotInYaml(text: string, offset: number): Spot | undefined {
  const lines = linesOf(text);
  const index = lines.findLastIndex(({ start }) => start <= offset);
  const line = lines[index];
  if (line === undefined || offset > line.end) return undefined;
  const onLine = openConstructsIn(text.slice(line.start, offset));
  if (onLine.isComment || isInIndentation(text, line, offset)) return undefined;
  // A placeholder before a quote would make a plain text of it.
  if (
    onLine.quote === "" &&
    /^["']/.test(text.slice(offset, line.end)) &&
    BEFORE_TOKEN.test(text.slice(line.start, offset))
  )
    return spotInYaml(text, offset + 1);
  const around = linesAround(text, lines, index, offset - line.start);
  const tried = new Set<string>();
  let slow = 0;
  for (const { part, effort, isCut } of attemptsAt(text, offset, { lines, index, around })) {
    for (const patch of patchesOf(part, onLine, text.slice(offset, line.end))) {
      if (patch.isCut !== isCut) continue;
      const patched = patchedText(part, patch);
      const isSlow = effort === "whole" && part.text.length > SMALL;
      if (tried.has(effort + patched) || (isSlow && slow === MOST_SLOW)) continue;
      tried.add(effort + patched);
      if (isSlow) slow += 1;
      const root = readPart(patched, "yaml", effort);
      const at = part.at + patch.lead.length;
      const placed = root?.kind === "mapping" ? placedAt(root, at) : undefined;
      if (root?.kind !== "mapping" || placed === undefined) continue;
      const span = spanIn(placed, offset, at, patch);
      if (span.start < line.start || span.end > line.end) {
        if (/["'|>]/.test(patched[placed.span.start] ?? "")) return undefined;
        continue;
      }
      const isInFlow = openConstructsIn(patched.slice(0, at)).closers !== "";
      const isBlockKey = placed.part === "key" && !isInFlow && isFirstOn(text, line, span);
      const keys = isBlockKey ? keysBelow(text, lines, around.at(-1), span.start - line.start) : [];
      const others = keys.filter((key) => key.start < line.start || key.start > line.end);
      const taken = new Set([...placed.taken, ...others.map(({ name }) => name)]);
      return {
        ...{ root, ...placed, span, taken, isInFlow },
        hasColon: placed.part === "key" && !patch.isKey,
        isAlone: isBlockKey && patch.isKey && taken.size === 0,
        before: patch.lead,
        after: patch.tail.endsWith(",") ? "," : "",
      };
    }
  }
  return undefined;
}

function patchedText({ text, at }: Part, { lead, tail, isCut }: Patch): string {
  return `${text.slice(0, at)}${lead}${PLACEHOLDER}${tail}${isCut ? "" : text.slice(at)}`;
}

/** The span in the text of the token with the placeholder; `at` is the place of the placeholder in the part. */
function spanIn({ span }: PlaceholderPlace, offset: number, at: number, { tail }: Patch): Span {
  return {
    start: offset - Math.max(0, at - span.start),
    end: offset + Math.max(0, span.end - at - PLACEHOLDER.length - tail.length),
  };
}

function isFirstOn(text: string, { start, indent }: Line, span: Span): boolean {
  return /^(?:-[ \t]+)*$/.test(text.slice(start + indent, span.start));
}

/** Whether the line begins further right. */
function isInIndentation(text: string, { start, end }: Line, offset: number): boolean {
  return text.slice(start, offset).trim() === "" && /^\s+[^\s#]/.test(text.slice(offset, end));
}
