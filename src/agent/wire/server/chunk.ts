/** A range of an attachment as a body: the bytes become base64 piece by piece (spec 2.4). */
import type { AttachmentChunk } from "../../../generated/protocol/types.js";
import type { LongBody } from "./long-body.js";

/** Bytes of a piece; a multiple of three, whose base64 needs no padding. */
export const PIECE_BYTES = 3 * 65_536;

/** Bytes that become base64 at once: Node.js takes many times as long for texts of some hundred kilobytes. */
const STEP = 3 * 16_384;

/** `bytes` are `length` bytes in pieces, each a multiple of three bytes. */
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
    for await (const piece of bytes) yield* base64Of(piece);
    yield after;
  }
  return { length: before.length + 4 * Math.ceil(length / 3) + after.length, pieces: pieces() };
}

/** Many small pieces cost less than one long one, whose memory the system would have to allocate each time. */
function* base64Of({ buffer, byteOffset, byteLength }: Uint8Array): Generator<Uint8Array> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  for (let at = 0; at < byteLength; at += STEP) yield Buffer.from(bytes.toString("base64", at, at + STEP), "latin1");
}
