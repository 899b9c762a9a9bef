/**
 * The parts of a YAML text to read in place of the whole, likeliest first, most of them a few lines; and the placeholder that makes each
 * readable.
 */
import { type Effort, readPart } from "../../../toolkit/read/document/part.js";
import { blockEnd, keyOn, type Line } from "../lines.js";
import { type OpenConstructs, openConstructsIn } from "./open-constructs.js";

/** A text to read, with the offset of the cursor in it. */
export interface Part {
  readonly text: string;
  readonly at: number;
}

/** The lines of a text, the one of the cursor, and those around it, outermost first. */
interface Around {
  readonly lines: readonly Line[];
  readonly index: number;
  readonly around: readonly number[];
}

/** Parts above this size are read last. */
export const SMALL = 20_000;

/** A part, how to read it, and whether it omits the text after the cursor. */
export interface Attempt {
  readonly part: Part;
  readonly effort: Effort;
  readonly isCut: boolean;
}

/** The entry under the key of its section, the section, the keys around the cursor alone, and the whole text. */
export function* attemptsAt(text: string, offset: number, where: Around): Generator<Attempt> {
  const { lines, index, around } = where;
  const [section = index, entry = index] = around;
  const block = (head: number): Part => {
    const start = lines[head]?.start ?? 0;
    const end = lines[blockEnd(text, lines, head)]?.start ?? text.length;
    return { text: text.slice(start, Math.max(end, offset)), at: offset - start };
  };
  const whole: Part = { text, at: offset };
  if (IN_BRACKETS.test(text)) return yield* inFull([whole]);
  const outer = section === entry ? "" : `${text.slice(lines[section]?.start, lines[section]?.end)}\n`;
  const inner = block(entry);
  const parts = [{ text: outer + inner.text, at: outer.length + inner.at }, block(section)];
  yield* inFull(parts.filter((part) => part.text.length <= SMALL));
  if (!isHeadInBrackets(text, where)) yield* inFull([keysAlone(text, offset, where)]);
  for (const part of parts) yield { part, effort: "quick", isCut: false };
  yield* inFull([whole]);
}

/** A part is first read unchanged, also with the slower reader, and only then with omissions. */
function* inFull(parts: readonly Part[]): Generator<Attempt> {
  for (const part of parts) yield { part, effort: "quick", isCut: false };
  for (const part of parts) yield { part, effort: "whole", isCut: false };
  for (const part of parts) yield { part, effort: "whole", isCut: true };
}

/** Indentation means nothing in a text in brackets. */
const IN_BRACKETS = /^\ufeff?(?:\s|#[^\n]*\n)*[{[]/;

/** Whether the innermost key around the cursor has a value in brackets. */
function isHeadInBrackets(text: string, { lines, around }: Around): boolean {
  const head = lines[around.at(-1) ?? -1];
  const key = head && keyOn(text, head);
  if (key === undefined) return false;
  BRACKET.lastIndex = key.after;
  return BRACKET.test(text);
}

const BRACKET = /(?:\s|#[^\n]*\n)*[{[]/y;

/** The keys around the cursor, their sibling entries of one line, and the line of the cursor. */
function keysAlone(text: string, offset: number, { lines, index, around }: Around): Part {
  let before = "";
  const { start = 0, end = 0 } = lines[index] ?? {};
  const typed = lines[index] && keyOn(text, lines[index])?.name;
  for (const [depth, at] of around.entries()) {
    const line = lines[at];
    const key = line && keyOn(text, line);
    const below = around[depth + 1] ?? index;
    if (line === undefined || key === undefined) continue;
    before += `${text.slice(line.start, key.after)}\n`;
    const indent = lines[below]?.indent;
    for (const other of depth === 0 ? [] : lines.slice(at + 1, below))
      if (!other.isMute && other.indent === indent && isEntry(text, other, typed))
        before += `${text.slice(other.start, other.end)}\n`;
  }
  return { text: `${before}${text.slice(start, end)}\n`, at: before.length + offset - start };
}

/** Whether a line is an entry by itself, with another key than the one being typed. */
function isEntry(text: string, line: Line, typed: string | undefined): boolean {
  if (typed !== undefined && keyOn(text, line)?.name === typed) return false;
  const root = readPart(text.slice(line.start, line.end), "yaml", "quick");
  return root?.kind === "mapping" && root.entries.size === 1;
}

export interface Patch {
  /** Inserted before the placeholder. */
  readonly lead: string;
  /** Inserted after it: a colon, and the closers of open constructs. */
  readonly tail: string;
  /** Whether the patch adds the colon of a key. */
  readonly isKey: boolean;
  /** Whether the patch omits the text after the cursor. */
  readonly isCut: boolean;
}

/** The rest of a key and its colon, by the open quote. */
const COLON: Readonly<Record<OpenConstructs["quote"], RegExp>> = {
  "": /^[^:,{}[\]"'#]*(?:["'][ \t]*)?:(?:\s|$)/,
  '"': /^(?:[^"\\]|\\.)*"[ \t]*:(?:\s|$)/,
  "'": /^(?:[^']|'')*'[ \t]*:(?:\s|$)/,
};

/** The beginning of a value that no word replaces. */
const INDICATOR = /^\s*[|>&*!{[]/;

/** The patches, the likeliest first. `onLine`: the line up to the cursor; `rest`: the rest of it. */
export function* patchesOf({ text, at }: Part, onLine: OpenConstructs, rest: string): Generator<Patch> {
  const all = openConstructsIn(text.slice(0, at));
  const isSame = all.quote === onLine.quote && all.closers === onLine.closers;
  for (const left of isSame ? [onLine] : [onLine, all]) {
    const { closers } = left;
    const quote = rest.includes(left.quote) ? "" : left.quote;
    if (quote !== "") yield { lead: "", tail: "", isKey: false, isCut: false };
    if (left.isKey && !COLON[left.quote].test(rest)) {
      const key = { lead: "", isKey: true };
      yield { ...key, tail: `${quote}: `, isCut: false };
      if (closers !== "") yield { ...key, tail: `${quote}: ,`, isCut: false };
      yield { ...key, tail: `${quote}: ${closers}`, isCut: false };
      yield { ...key, tail: `${quote}: ${closers}`, isCut: true };
    }
    if (left.quote === "" && INDICATOR.test(rest)) continue;
    const value = { lead: left.isTight ? " " : "", isKey: false };
    yield { ...value, tail: quote, isCut: false };
    yield { ...value, tail: `${quote}${closers}`, isCut: false };
    yield { ...value, tail: `${quote}${closers}`, isCut: true };
  }
}
