/** A range of an attachment as a body: the bytes become base64 piece by piece (spec 2.4). */
import type { AttachmentChunk } from "../../generated/protocol/types.js";
import type { LongBody } from "./long-body.js";

/** Bytes of a piece; a multiple of three, whose base64 needs no padding. */
export const PIECE_BYTES = 3 * 65_536;

/** `bytes` are `length` bytes in pieces of `PIECE_BYTES`. */
export function chunkOf(
  about: Omit<AttachmentChunk, "data_base64">,
  length: number,
  bytes: AsyncIterable<Uint8Array>,
): LongBody {
  const whole = JSON.stringify({ ...about, data_base64: "" } satisfies AttachmentChunk);
  // The quote that ends the data, and the brace.
  const [before, after] = [Buffer.from(whole.slice(0, -2)), Buffer.from(whole.slice(-2))];
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield before;
    for await (const { buffer, byteOffset, byteLength } of bytes)
      yield Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString("base64"), "latin1");
    yield after;
  }
  return { length: before.length + 4 * Math.ceil(length / 3) + after.length, pieces: pieces() };
}
