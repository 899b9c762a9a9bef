/** The parts of a JSON text that are read: the whole, those that its indentation shows, and the same with mistakes guessed away. */
import type { Span } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Effort } from "../../../toolkit/read/document/part.js";
import { blockEnd } from "../around.js";
import type { Line } from "../lines.js";
import { keyOn } from "../written-key.js";
import type { Part } from "./patches.js";

/** The lines of a text, the one of the cursor, and those with keys around it from the outermost. */
interface Around {
  readonly lines: readonly Line[];
  readonly index: number;
  readonly around: readonly number[];
}

/**
 * A part keeps the keys around it, and closes them. A line with nothing around it shows nothing if it begins with a bracket, or if the
 * first line opens more than the text itself.
 */
export function* partsOf(
  text: string,
  token: Span,
  { lines, index, around }: Around,
): Generator<readonly [Effort, Part]> {
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

/** The lines of a long text are asked first, if it begins like one that is indented. */
const LONG = 20_000;
const OPENED = /^\ufeff?\{[ \t]*\r?\n[ \t]+"/;

/** The key of a line, as it is written. */
export function keyIn(text: string, line: Line | undefined): string | undefined {
  const key = line && keyOn(text, line);
  return key && text.slice(key.start, key.end);
}
