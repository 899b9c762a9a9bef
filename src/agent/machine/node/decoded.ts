/** The body of an answer without its content coding (RFC 9110, 8.4): some servers use one that nobody has asked for. */
import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Headers } from "../interfaces/listen.js";

/** The codings of an answer, the first one first. */
export function codingsIn(headers: Headers): readonly string[] {
  return headers
    .flatMap(([name, value]) => (name === "content-encoding" ? value.toLowerCase().split(",") : []))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
}

/** Whether every coding is known. */
export function isDecodable(codings: readonly string[]): boolean {
  return codings.every((coding) => Object.hasOwn(DECODERS, coding));
}

/** The decoded bytes; an empty body stays one. Rejects with Node's error for bytes that are not coded so. */
export async function* decoded(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  };
  const source = Readable.from(whole(), { objectMode: false });
  let stream: Readable = source;
  for (const [at, coding] of codings.toReversed().entries()) {
    const before = stream;
    const decoder = DECODERS[coding]?.(at === 0 ? first.value : undefined);
    if (decoder === undefined) continue;
    before.on("error", (error) => decoder.destroy(error));
    stream = before.pipe(decoder);
  }
  try {
    for await (const bytes of stream) yield bytes as Uint8Array;
  } finally {
    source.destroy();
    stream.destroy();
    // It may wait for bytes that never come: its caller ends the request.
    void Promise.resolve(pieces.return?.()).catch(() => {});
  }
}

/** `first`: the first bytes, where they are known. */
type Decoder = (first: Uint8Array | undefined) => Transform;

/** The method in the first byte of that head. */
const ZLIB = 8;

const gzip: Decoder = () => createGunzip();

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip,
  "x-gzip": gzip,
  br: () => createBrotliDecompress(),
  // Some servers leave out the head that the standard demands.
  deflate: (first = Uint8Array.of(ZLIB)) =>
    ((first[0] ?? ZLIB) & 0x0f) === ZLIB ? createInflate() : createInflateRaw(),
};
