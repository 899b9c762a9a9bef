/** The length of a text in bytes, counted up to a limit: the JSON of a text can be longer than the longest string. */

/** Bytes of UTF-8 of the text as JSON, without the quotes. Counting ends beyond `most`. */
export function jsonBytes(text: string, most: number): number {
  let bytes = 0;
  for (let at = 0; at < text.length && bytes <= most; at += unitsAt(text, at)) bytes += jsonBytesAt(text, at);
  return bytes;
}

/**
 * The number of UTF-16 units at the beginning of a text that have at most `most` bytes, by default of UTF-8; never splits a surrogate pair.
 */
export function unitsWithin(text: string, most: number, bytesAt = utf8BytesAt): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += unitsAt(text, at)) {
    bytes += bytesAt(text, at);
    if (bytes > most) return at;
  }
  return text.length;
}

/** The number of UTF-16 units at the end of a text that have at most `most` bytes of UTF-8; never splits a surrogate pair. */
export function unitsWithinEnd(text: string, most: number): number {
  let bytes = 0;
  for (let at = text.length; at > 0; ) {
    const from = at > 1 && isPairAt(text, at - 2) ? at - 2 : at - 1;
    bytes += utf8BytesAt(text, from);
    if (bytes > most) return text.length - at;
    at = from;
  }
  return text.length;
}

const ELLIPSIS = "…";

/** A text with at most `most` bytes of UTF-8 as JSON, quotes included. A longer one is cut, and ends with an ellipsis. */
export function shortened(text: string, most: number): string {
  const room = most - 2;
  if (jsonBytes(text, room) <= room) return text;
  return text.slice(0, unitsWithin(text, room - utf8Bytes(ELLIPSIS), jsonBytesAt)) + ELLIPSIS;
}

/** Bytes of UTF-8. Half of a pair counts as the replacement character. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Whether a UTF-16 unit is the first half of a pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isPairAt(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return isHighSurrogate(text.charCodeAt(at)) && next >= 0xdc00 && next < 0xe000;
}

function unitsAt(text: string, at: number): number {
  return isPairAt(text, at) ? 2 : 1;
}

function utf8BytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return isPairAt(text, at) ? 4 : 3;
}

function jsonBytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === 0x22 || unit === 0x5c) return 2;
  // \b \t \n \f \r have short names; other controls and lone surrogates are \uXXXX.
  if (unit < 0x20) return unit >= 8 && unit <= 13 && unit !== 11 ? 2 : 6;
  if (unit >= 0xd800 && unit < 0xe000 && !isPairAt(text, at)) return 6;
  return utf8BytesAt(text, at);
}
