/**
 * Finds the spot of a cursor in YAML. Small parts of the text are read first: the entry around the cursor under the key of its section,
 * then the section, then the keys around the cursor alone, and only then the whole text.
 */
import type { Node } from "../../toolkit/read/document/node.js";
import { type Effort, readPart } from "../../toolkit/read/document/part.js";
import { type Left, leftOf } from "./left.js";
import { blockEnd, keyOn, keysBelow, type Line, linesAround, linesOf } from "./lines.js";
import { PLACEHOLDER, placedAt, type Spot } from "./spot.js";

/** A text to read, with the offset of the cursor in it. */
interface Part {
  readonly text: string;
  readonly at: number;
}

export function spotInYaml(text: string, offset: number): Spot | undefined {
  const lines = linesOf(text);
  const index = lines.findLastIndex(({ start }) => start <= offset);
  const line = lines[index];
  if (line === undefined || offset > line.end) return undefined;
  const onLine = leftOf(text.slice(line.start, offset));
  if (onLine.isComment) return undefined;
  const column = offset - line.start;
  const around = linesAround(lines, index, column);
  const seen = new Set<string>();
  for (const [effort, part] of partsOf(text, offset, { lines, index, around })) {
    for (const patch of patches(part, onLine, text.slice(offset, line.end))) {
      const at = part.at + patch.lead.length;
      const whole = `${part.text.slice(0, part.at)}${patch.lead}${PLACEHOLDER}${patch.tail}${patch.isCut ? "" : part.text.slice(part.at)}`;
      if (seen.has(`${effort} ${whole}`)) continue;
      seen.add(`${effort} ${whole}`);
      const root = readPart(whole, "yaml", effort);
      const placed = root?.kind === "mapping" ? placedAt(root, at) : undefined;
      if (root?.kind !== "mapping" || placed === undefined) continue;
      const start = offset - Math.max(0, part.at - placed.span.start);
      const end = offset + Math.max(0, placed.span.end - at - 1 - patch.tail.length);
      if (start < line.start || end > line.end) continue;
      const first = line.start + line.indent;
      const isFirst = text.slice(first, start).replace(/^(?:-\s+)+/, "") === "";
      const isInFlow = leftOf(whole.slice(0, at)).closers !== "";
      const beside =
        isFirst && !isInFlow && placed.part === "key" ? namesBeside(text, lines, index, around, start) : [];
      return {
        root,
        ...placed,
        taken: new Set([...placed.taken, ...beside]),
        span: { start, end },
        isInFlow,
        hasColon: placed.part === "key" && !patch.isKey,
        isAlone: placed.part === "key" && isFirst && !isInFlow && placed.taken.size === 0 && beside.length === 0,
        before: patch.lead,
        after: "",
      };
    }
  }
  return undefined;
}

interface Around {
  readonly lines: readonly Line[];
  readonly index: number;
  readonly around: readonly number[];
}

/** Above this size, the general reader reads a text last. */
const SMALL = 20_000;

function* partsOf(text: string, offset: number, where: Around): Generator<readonly [Effort, Part]> {
  const { lines, index, around } = where;
  const block = (head: number): Part => {
    const start = lines[head]?.start ?? 0;
    const end = lines[blockEnd(text, lines, head)]?.start ?? text.length;
    return { text: text.slice(start, Math.max(end, offset)), at: offset - start };
  };
  const [section = index, entry = index] = around;
  const under = (head: number): Part => {
    const { start = 0, end = 0 } = lines[section] ?? {};
    const inside = block(head);
    const before = `${text.slice(start, end)}\n`;
    return section === head ? inside : { text: `${before}${inside.text}`, at: before.length + inside.at };
  };
  const parts = [under(entry), block(section)];
  const whole: Part = { text, at: offset };
  const isFlow = /^\ufeff?(?:\s|#[^\n]*\n)*[{[]/.test(text);
  if (isFlow) yield ["quick", whole];
  for (const part of parts) yield ["quick", part];
  for (const part of parts) if (part.text.length <= SMALL) yield ["whole", part];
  yield ["whole", keysAlone(text, offset, where)];
  yield ["whole", whole];
}

/** The keys around the cursor, the entries beside them that fit on a line, and the line of the cursor. */
function keysAlone(text: string, offset: number, { lines, index, around }: Around): Part {
  let before = "";
  for (const [depth, at] of around.entries()) {
    const line = lines[at];
    const key = line && keyOn(text, line);
    if (line === undefined || key === undefined) continue;
    before += `${text.slice(line.start, key.after)}\n`;
    const next = lines[around[depth + 1] ?? index];
    if (depth === 0 || next === undefined) continue;
    const inner = lines.slice(at + 1, around[depth + 1] ?? index);
    for (const other of inner)
      if (!other.isMute && other.indent === next.indent && isSound(text.slice(other.start, other.end)))
        before += `${text.slice(other.start, other.end)}\n`;
  }
  const { start = 0, end = 0 } = lines[index] ?? {};
  return { text: `${before}${text.slice(start, end)}\n`, at: before.length + offset - start };
}

function isSound(line: string): boolean {
  const root: Node | undefined = readPart(line, "yaml", "quick");
  return root?.kind === "mapping" && root.entries.size === 1;
}

/** The names of the keys on the lines as deep as the one of the cursor. */
function namesBeside(
  text: string,
  lines: readonly Line[],
  index: number,
  around: readonly number[],
  start: number,
): readonly string[] {
  const line = lines[index];
  if (line === undefined) return [];
  const keys = keysBelow(text, lines, around.at(-1), start - line.start);
  return keys.flatMap((key) => (key.start >= line.start && key.start <= line.end ? [] : [key.name]));
}

interface Patch {
  readonly lead: string;
  readonly tail: string;
  readonly isKey: boolean;
  /** Whether the text behind the cursor is left out. */
  readonly isCut: boolean;
}

/** Ways to make a text with the placeholder readable, the likeliest first. `rest`: the rest of the line. */
function* patches(part: Part, onLine: Left, rest: string): Generator<Patch> {
  const all = leftOf(part.text.slice(0, part.at));
  const states = all.quote === onLine.quote && all.closers === onLine.closers ? [onLine] : [onLine, all];
  const isEnd = /^\s*(?:#|$)/.test(rest);
  const hasColon = /^[^\s:,{}[\]"']*["']?\s*:(?:\s|$)/.test(rest);
  const patch = (tail: string, more: Partial<Patch> = {}): Patch => ({
    lead: "",
    tail,
    isKey: false,
    isCut: false,
    ...more,
  });
  for (const { quote, closers, isKey, isTight } of states) {
    const lead = isTight ? " " : "";
    const isClosed = quote !== "" && rest.includes(quote);
    const open = quote !== "" && !isClosed ? quote : "";
    if (isKey && !hasColon) {
      yield patch(`${open}: `, { isKey: true });
      yield patch(`${open}: ${closers}`, { isKey: true });
      if (!isEnd || closers !== "") yield patch(`${open}: ${closers}`, { isKey: true, isCut: true });
    }
    yield patch(open, { lead });
    if (closers !== "") yield patch(`${open}${closers}`, { lead });
    yield patch(`${open}${closers}`, { lead, isCut: true });
  }
}
