/** The body of an answer in the bytes of a connection: by its length, or in chunks (RFC 9112 7.1). Bytes after its end are a mistake. */
import { headerOf } from "./answer-head.js";
import type { Framing } from "./framing.js";

/** What some bytes of a connection bring. */
type BodyPart = "broken" | { readonly isEnd: boolean; readonly bytes: Uint8Array };

/** Takes the bytes of a connection in their order. */
export type BodyReader = (bytes: Uint8Array) => BodyPart;

const NOTHING = new Uint8Array();

/** Characters of the line before a chunk, and of all lines after the last one. */
const LINE_CHARACTERS = 256;
const TRAILER_CHARACTERS = 4096;

/** Chunks may have extensions, which nobody uses. */
const SIZE = /^([\da-f]{1,8})(?:[\t ]*;[\t\x20-\x7e]*)?$/i;

export function bodyReader(framing: Framing): BodyReader {
  if (framing.kind === "chunked") return chunks();
  let left = framing.kind === "length" ? Number(framing.length) : 0;
  return (bytes) => {
    left -= bytes.length;
    return left < 0 ? "broken" : { isEnd: left === 0, bytes };
  };
}

function chunks(): BodyReader {
  let expected: "size" | "data" | "line-end" | "trailers" | "nothing" = "size";
  /** Bytes of the chunk, or characters of trailers, that may still come. */
  let left = 0;
  let line = "";

  /** Takes a line without its end; false for a wrong one. */
  function takeLine(text: string): boolean {
    if (expected === "line-end") {
      expected = "size";
      return text === "";
    }
    if (expected === "trailers") {
      left -= text.length + 2;
      if (text === "") expected = "nothing";
      return left > 0 && (text === "" || headerOf(text) !== undefined);
    }
    const size = SIZE.exec(text)?.[1];
    if (size === undefined) return false;
    left = Number.parseInt(size, 16);
    expected = left === 0 ? "trailers" : "data";
    if (left === 0) left = TRAILER_CHARACTERS;
    return true;
  }

  return (bytes) => {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      if (expected === "nothing") return "broken";
      if (expected === "data") {
        const piece = bytes.subarray(at, at + left);
        pieces.push(piece);
        at += piece.length;
        left -= piece.length;
        if (left === 0) expected = "line-end";
        continue;
      }
      const end = bytes.indexOf(0x0a, at);
      const next = end === -1 ? bytes.length : end + 1;
      if (line.length + next - at > (expected === "trailers" ? left : LINE_CHARACTERS)) return "broken";
      line += Buffer.from(bytes.buffer, bytes.byteOffset + at, next - at).toString("latin1");
      at = next;
      if (end === -1) break;
      if (!line.endsWith("\r\n") || !takeLine(line.slice(0, -2))) return "broken";
      line = "";
    }
    const [only = NOTHING, ...others] = pieces;
    return { isEnd: expected === "nothing", bytes: others.length === 0 ? only : Buffer.concat(pieces) };
  };
}
