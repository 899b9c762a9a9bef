/**
 * The parts of a JSON text that are read: the whole, those that its indentation shows, and the same with mistakes guessed away; and how each is
 * made readable with a placeholder in the place of the token at the cursor.
 */
import type { Span } from "../../../toolkit/read/diagnostic/diagnostic.js";
import { FORMATS } from "../../../toolkit/read/document/formats.js";
import type { Effort } from "../../../toolkit/read/document/part.js";
import { blockEnd, keyOn, type Line } from "../lines.js";
import { PLACEHOLDER } from "../placed.js";

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

/** The text before and behind the token. */
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
export function* patchesOf(part: Part): Generator<Patch> {
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
  // Only a tolerant reader takes these.
  if (before !== ":") yield { ...key, lead: "" };
}

/** The last character before a place that is no blank and in no comment; empty if there is none. */
export function lastBefore(text: string): string {
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

/** The text from its first character that is no blank and in no comment. */
export function contentBehind(text: string): string {
  const { between } = FORMATS.jsonc;
  between.lastIndex = 0;
  return text.slice(between.exec(text)?.[0].length ?? 0);
}

/** The length of a line's beginning that holds whole strings and no comment to the end of the line. */
export function codeLength(line: string): number {
  return CODE.exec(line)?.[0].length ?? 0;
}

const CODE = /^(?:"(?:[^"\\]|\\.)*"|[^"/]|\/(?!\/))*/;
