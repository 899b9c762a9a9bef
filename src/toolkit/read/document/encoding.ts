/** Checks a text before parsing: encoding and size (S4). */
import type { ReadingFact } from "./facts.js";

/** The largest configuration that is read, in bytes of a file or UTF-16 units of a text (S4). */
export const MAX_SIZE = 1024 * 1024;

/** The deepest nesting of values (S7). */
export const MAX_DEPTH = 64;

/** Shared, because making a decoder takes longer than decoding a small file. */
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes strict UTF-8. `problem` is set if bytes had to be replaced; the text then only serves for positions. */
export function decode(bytes: Uint8Array): { readonly text: string; readonly problem?: ReadingFact } {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return { text, problem: notUtf8(bytes) };
  }
}

export const TOO_LARGE: ReadingFact = { kind: "too-large", at: { span: { start: 0, end: 0 } } };

export function tooDeep(offset: number): ReadingFact {
  return { kind: "too-deep", at: { span: unit(offset) }, most: MAX_DEPTH };
}

/** The first reason why a text cannot be a configuration; undefined without one. */
export function checkText(text: string): ReadingFact | undefined {
  if (text.length > MAX_SIZE) return TOO_LARGE;
  const offset = text.indexOf("\0");
  return offset === -1 ? undefined : { kind: "nul-character", at: { span: unit(offset) } };
}

/** A name or value that is not Unicode text: an escape such as `\ud800` is a surrogate without its partner. */
export function unpairedSurrogate(start: number, end: number): ReadingFact {
  return { kind: "unpaired-surrogate", at: { span: { start, end } } };
}

function unit(offset: number): { readonly start: number; readonly end: number } {
  return { start: offset, end: offset + 1 };
}

function notUtf8(bytes: Uint8Array): ReadingFact {
  const [first, second] = bytes;
  const endian = first === 0xff && second === 0xfe ? "little" : first === 0xfe && second === 0xff ? "big" : undefined;
  if (endian !== undefined) return { kind: "utf16", at: { span: unit(0) }, endian };
  const valid = validStart(bytes);
  const byte = new TextEncoder().encode(valid).length;
  return { kind: "not-utf8", at: { span: unit(valid.length) }, byte };
}

/** The text before the first invalid byte, found by bisection: every prefix that ends before that byte is valid. */
function validStart(bytes: Uint8Array): string {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (beginning(bytes.subarray(0, middle)) === undefined) bad = middle;
    else good = middle;
  }
  return beginning(bytes.subarray(0, good)) ?? "";
}

/** The characters of some bytes, without an incomplete one at the end; undefined if a byte fits no character. */
function beginning(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
