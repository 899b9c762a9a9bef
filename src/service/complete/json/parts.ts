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

/** A part keeps the keys around it, and closes them. A line that begins with a bracket and has nothing around it shows nothing. */
export function* partsOf(
  text: string,
  token: Span,
  { lines, index, around }: Around,
): Generator<readonly [Effort, Part]> {
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

/** The key of a line, as it is written. */
export function keyIn(text: string, line: Line | undefined): string | undefined {
  const key = line && keyOn(text, line);
  return key && text.slice(key.start, key.end);
}
