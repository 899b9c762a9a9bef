/** JSON of strangers: bytes of UTF-8 without a mark in front, not deeper than whoever walks over it can bear. */

/**
 * The value; undefined when the bytes are no JSON, no UTF-8, begin with a byte order mark or go deeper than `depth`. Of a key that
 * stands there twice the last one counts.
 */
export function parseJson(bytes: Uint8Array, depth: number): { readonly value: unknown } | undefined {
  if (isDeeper(bytes, depth)) return undefined;
  try {
    // The mark is kept, and is no JSON.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Brackets and quotes are single bytes in UTF-8, and part of nothing else. Looked at before parsing, which takes memory for every level. */
function isDeeper(bytes: Uint8Array, depth: number): boolean {
  let level = 0;
  let isString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isString = !isString;
    else if (isString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === 0x5b || byte === 0x7b) level++;
    else if (byte === 0x5d || byte === 0x7d) level--;
    if (level > depth) return true;
  }
  return false;
}
