/** Untrusted JSON: UTF-8 without a byte order mark, and not deeper than a limit, because recursive code reads it later. */

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

/** The text, with its byte order mark; undefined for bytes that are not UTF-8. */
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
const BRACKET = 0x5b;

/**
 * Counts levels before parsing, which takes memory for each. Brackets and quotes are single bytes in UTF-8, and never a part of another
 * character.
 */
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

/** The place of a value in the fields of a body. */
interface Place {
  readonly fields: Fields;
  /** In the form of a refusal. */
  readonly path: string;
}

const UNKNOWN: Place = { fields: {}, path: "" };

/** The path of the first of these fields that comes twice in one object. The bytes must be JSON. */
export function repeatedField(bytes: Uint8Array, fields: Fields): string | undefined {
  const open: (Place & { readonly given: Set<string> })[] = [];
  let next: Place = { fields, path: "" };
  let string: Uint8Array = bytes.subarray(0, 0);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    const inside = open.at(-1);
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      string = bytes.subarray(at, end + 1);
      at = end;
    } else if (isOpening(byte)) {
      if (byte === BRACKET) next = { fields: next.fields, path: `${next.path}[]` };
      open.push({ ...next, given: new Set() });
    } else if (isClosing(byte)) open.pop();
    else if (byte === COMMA) next = inside ?? UNKNOWN;
    else if (byte === COLON && inside !== undefined) {
      const name = JSON.parse(new TextDecoder().decode(string)) as string;
      const known = Object.hasOwn(inside.fields, name) ? inside.fields[name] : undefined;
      next = UNKNOWN;
      if (known === undefined) continue;
      next = { fields: known, path: inside.path === "" ? name : `${inside.path}.${name}` };
      if (inside.given.has(name)) return next.path;
      inside.given.add(name);
    }
  }
  return undefined;
}

function isOpening(byte: number | undefined): boolean {
  return byte === BRACKET || byte === 0x7b;
}

function isClosing(byte: number | undefined): boolean {
  return byte === 0x5d || byte === 0x7d;
}

/** The index of the closing quote of the string that begins at `start`; without one, the length of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
