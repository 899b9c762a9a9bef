/** Finds the spot of a cursor in JSON: in the whole text, else in the part that its indentation shows, else in a guessed tree. */

import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Effort, readPart } from "../../toolkit/read/document/part.js";
import { blockEnd, keyOn, keysBelow, type Line, linesAround, linesOf } from "./lines.js";
import { PLACEHOLDER, placedAt, type Spot } from "./spot.js";

interface Part {
  readonly before: string;
  readonly behind: string;
}

export function spotInJson(text: string, offset: number): Spot | undefined {
  const lines = linesOf(text);
  const index = lines.findLastIndex(({ start }) => start <= offset);
  const line = lines[index];
  if (line === undefined || offset > line.end) return undefined;
  const token = tokenAt(text, line, offset);
  if (token === undefined) return undefined;
  const around = linesAround(lines, index, offset - line.start).filter((at) => keyIn(text, lines[at]) !== undefined);
  for (const [effort, part] of partsOf(text, token, { lines, index, around })) {
    for (const { lead, body, tail, hasColon } of patches(part)) {
      const at = part.before.length + lead.length + 1;
      const root = readPart(`${part.before}${lead}${body}${tail}${part.behind}`, "jsonc", effort);
      const placed = root?.kind === "mapping" ? placedAt(root, at) : undefined;
      if (root?.kind !== "mapping" || placed === undefined) continue;
      const isFirst = text.slice(line.start, token.start).trim() === "";
      const depth = token.start - line.start;
      const beside = isFirst && placed.part === "key" ? keysBelow(text, lines, around.at(-1), depth) : [];
      const others = beside.filter((key) => key.start < line.start || key.start > line.end);
      return {
        root,
        ...placed,
        taken: new Set([...placed.taken, ...others.map(({ name }) => name)]),
        span: token,
        isInFlow: true,
        hasColon,
        isAlone: false,
        before: "",
        after: placed.part === "key" && tail.endsWith(",") ? "," : "",
      };
    }
  }
  return undefined;
}

function keyIn(text: string, line: Line | undefined): string | undefined {
  const key = line && keyOn(text, line);
  return key && text.slice(key.start, key.end);
}

interface Around {
  readonly lines: readonly Line[];
  readonly index: number;
  readonly around: readonly number[];
}

function* partsOf(text: string, token: Span, { lines, index, around }: Around): Generator<readonly [Effort, Part]> {
  const whole: Part = { before: text.slice(0, token.start), behind: text.slice(token.end) };
  yield ["whole", whole];
  const parts: Part[] = [];
  const under = (head: number, outer: readonly number[]): void => {
    const start = lines[head]?.start ?? 0;
    const end = Math.max(lines[blockEnd(text, lines, head)]?.start ?? text.length, token.end);
    const open = outer.map((at) => `${keyIn(text, lines[at])}: {`).join("");
    const before = `{${open}\n${text.slice(start, token.start)}`;
    parts.push({ before, behind: `${text.slice(token.end, end)}\n${"}".repeat(outer.length + 1)}` });
  };
  const isOutermost = around.length === 0 && /^\s*[{[]/.test(text.slice(lines[index]?.start, lines[index]?.end));
  const [section = index, entry = index] = around;
  if (!isOutermost) {
    if (section !== entry) under(entry, [section]);
    under(section, []);
    if (around.length > 1) under(index, around);
  }
  for (const part of parts) yield ["whole", part];
  for (const part of parts) yield ["tolerant", part];
  yield ["tolerant", whole];
}

/** The string or word around the cursor; undefined in a comment. A string that is not closed on its line ends with its word. */
function tokenAt(text: string, { start, end }: Line, offset: number): Span | undefined {
  const line = text.slice(start, end);
  const left = offset - start;
  for (let at = 0; at < left; at += 1) {
    if (line[at] === "/" && line[at + 1] === "/") return undefined;
    if (line[at] !== '"') continue;
    const from = at;
    for (at += 1; at < left && line[at] !== '"'; at += 1) if (line[at] === "\\") at += 1;
    if (at < left) continue;
    const word = /^(?:[^"\\]|\\.)*?"(?=\s*(?:[,:}\]]|\/\/|$))/.exec(line.slice(left))?.[0];
    const rest =
      word !== undefined && !/":/.test(word.slice(0, -1)) ? word : (/^[\w./@$-]*/.exec(line.slice(left))?.[0] ?? "");
    return { start: start + from, end: offset + rest.length };
  }
  const [before = ""] = /[^\s"{}[\],:]*$/.exec(line.slice(0, left)) ?? [];
  const [behind = ""] = /^(?:"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]*)/.exec(line.slice(left)) ?? [];
  return { start: offset - before.length, end: offset + behind.length };
}

interface Patch {
  readonly lead: string;
  readonly body: string;
  readonly tail: string;
  readonly hasColon: boolean;
}

/** Ways to make a text with the placeholder readable, the likeliest first. */
function* patches(part: Part): Generator<Patch> {
  const body = `"${PLACEHOLDER}"`;
  const before = part.before.trimEnd().at(-1) ?? "";
  const behind = part.behind.trimStart();
  const comma = /^["{[\w-]/.test(behind) ? "," : "";
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
  // Only a tolerant reader takes these.
  if (before !== ":") yield { ...key, lead: "" };
}
