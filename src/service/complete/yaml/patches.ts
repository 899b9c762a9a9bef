/** Ways to make a part of a YAML text readable with a placeholder at the cursor. */
import { type Left, leftOf } from "./left.js";
import type { Part } from "./parts.js";

export interface Patch {
  /** Written before the placeholder. */
  readonly lead: string;
  /** Written behind it: a colon, and whatever closes what is open. */
  readonly tail: string;
  /** Whether the colon of a key is written. */
  readonly isKey: boolean;
  /** Whether the text behind the cursor is left out. */
  readonly isCut: boolean;
}

/** The rest of a key and its colon, by the quote that is open. */
const COLON: Readonly<Record<Left["quote"], RegExp>> = {
  "": /^[^:,{}[\]"'#]*(?:["'][ \t]*)?:(?:\s|$)/,
  '"': /^(?:[^"\\]|\\.)*"[ \t]*:(?:\s|$)/,
  "'": /^(?:[^']|'')*'[ \t]*:(?:\s|$)/,
};

/** The beginning of a value that no word replaces. */
const INDICATOR = /^\s*[|>&*!{[]/;

/** The patches, the likeliest first. `onLine`: the line up to the cursor; `rest`: the rest of it. */
export function* patchesOf({ text, at }: Part, onLine: Left, rest: string): Generator<Patch> {
  const all = leftOf(text.slice(0, at));
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
