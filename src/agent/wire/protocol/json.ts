/** JSON of strangers: UTF-8 without a byte order mark, and not deeper than a limit, as recursive code reads it later. */

export type JsonMistake = "not_utf8" | "byte_order_mark" | "not_json" | "too_deep";

/** The value, or the mistake. The last one of two equal keys counts; `repeatedField` finds them. */
export function parseJson(
  bytes: Uint8Array,
  depth: number,
): { readonly value: unknown } | { readonly mistake: JsonMistake } {
  if (isDeeper(bytes, depth)) return { mistake: "too_deep" };
  const text = decoded(bytes);
  if (text === undefined) return { mistake: "not_utf8" };
  if (text.startsWith("\uFEFF")) return { mistake: "byte_order_mark" };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { mistake: "not_json" };
  }
}

/** The text, with its byte order mark; undefined when the bytes are no UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Counts levels before parsing, which takes memory for each. Brackets and quotes are single bytes in UTF-8, and never a part of another character. */
function isDeeper(bytes: Uint8Array, depth: number): boolean {
  let level = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (isOpening(byte)) level++;
    else if (isClosing(byte)) level--;
    if (level > depth) return true;
  }
  return false;
}

/** The fields of an object, by name, with those of their values; an array has those of its items. */
export interface Fields {
  readonly [name: string]: Fields;
}

const NONE: Fields = {};

/** The first of these fields that comes twice in one object. The bytes must be JSON. */
export function repeatedField(bytes: Uint8Array, fields: Fields): string | undefined {
  const open: { readonly fields: Fields; readonly given: Set<string> }[] = [];
  let next = fields;
  let string: Uint8Array = bytes.subarray(0, 0);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    const inside = open.at(-1);
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      string = bytes.subarray(at, end + 1);
      at = end;
    } else if (isOpening(byte)) open.push({ fields: next, given: new Set() });
    else if (isClosing(byte)) open.pop();
    else if (byte === COMMA) next = inside?.fields ?? NONE;
    else if (byte === COLON && inside !== undefined) {
      const name = JSON.parse(new TextDecoder().decode(string)) as string;
      if (inside.given.has(name)) return name;
      const isKnown = Object.hasOwn(inside.fields, name);
      if (isKnown) inside.given.add(name);
      next = (isKnown ? inside.fields[name] : undefined) ?? NONE;
    }
  }
  return undefined;
}

function isOpening(byte: number | undefined): boolean {
  return byte === 0x5b || byte === 0x7b;
}

function isClosing(byte: number | undefined): boolean {
  return byte === 0x5d || byte === 0x7d;
}

/** The index of the closing quote of the string that begins at `start`; the length of the bytes without one. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
