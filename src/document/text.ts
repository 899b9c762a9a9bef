/** What must hold for any text before a parser sees it: encoding (S4) and size. */
import type { Finding } from "../diagnostic/finding.js";

/** The largest configuration that is read, in bytes of a file or UTF-16 units of a text (S4). */
export const MAX_SIZE = 1024 * 1024;

/** The deepest nesting of values (S7). */
export const MAX_DEPTH = 64;

/** Strict UTF-8. `problem` is set when bytes had to be replaced; the text is then only good for pointing into. */
export function decode(bytes: Uint8Array): { readonly text: string; readonly problem?: Finding } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { text: lossy(bytes), problem: notUtf8(bytes) };
  }
}

export function tooLarge(): Finding {
  return {
    rule: "syntax/limit",
    at: { span: { start: 0, end: 0 } },
    message: "the file is larger than 1 MiB, the most a configuration may hold",
    help: "check that this is the right file; long texts belong in files of their own",
  };
}

export function depthFinding(offset: number): Finding {
  return {
    rule: "syntax/limit",
    at: { span: { start: offset, end: offset + 1 } },
    message: `values are nested more than ${MAX_DEPTH} levels deep`,
    help: "no configuration needs this; check that this is the right file",
  };
}

/** The first reason why a text cannot be a configuration, if there is one. */
export function checkText(text: string): Finding | undefined {
  if (text.length > MAX_SIZE) return tooLarge();
  const offset = text.indexOf("\0");
  if (offset === -1) return undefined;
  const help = "delete it; if there are many, save the file as UTF-8";
  return { ...badCharacter(offset, "the text holds a NUL character"), help };
}

/** A name or value that is not Unicode text: an escape such as `\ud800` makes half a character. */
export function loneSurrogate(start: number, end: number): Finding {
  return {
    rule: "syntax/encoding",
    at: { span: { start, end } },
    message: "this text holds half a character, a surrogate without its partner",
    help: "write both halves, such as `\\ud83d\\ude80`, or the character itself",
  };
}

function badCharacter(offset: number, message: string): Finding {
  return { rule: "syntax/encoding", at: { span: { start: offset, end: offset + 1 } }, message };
}

function notUtf8(bytes: Uint8Array): Finding {
  const help = "save the file as UTF-8";
  const endian =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "little" : bytes[0] === 0xfe && bytes[1] === 0xff ? "big" : undefined;
  if (endian !== undefined) {
    return { ...badCharacter(0, `the file is UTF-16 (${endian}-endian), not UTF-8`), help };
  }
  const valid = validStart(bytes);
  const byte = new TextEncoder().encode(valid).length;
  return { ...badCharacter(valid.length, `the file is not UTF-8: byte ${byte} fits no character`), help };
}

function lossy(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The text before the first byte that is wrong, found by halving: what starts well can end badly, but not the reverse. */
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

/** The whole characters of bytes that may break off within one; undefined when a byte fits no character. */
function beginning(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
