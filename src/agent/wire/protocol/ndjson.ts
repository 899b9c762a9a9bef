/** One JSON text on each line. */
import type { StreamEncoding, StreamReader } from "./encoding.js";
import { mediaTypes } from "./headers.js";
import { LineReader } from "./lines.js";

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

export const ndjson: StreamEncoding = { mediaType: mediaTypes.ndjson, head: () => NOTHING, tail: encoder.encode("\n") };

export class NdjsonReader implements StreamReader<string> {
  readonly #lines: LineReader;

  /** `limit`: most characters of a line. */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#lines = new LineReader({ limit, returns: false });
  }

  /** The JSON texts that these bytes complete, without blank lines. After it has thrown `MessageTooLong` it must not be used again. */
  push(bytes: Uint8Array): readonly string[] {
    return this.#lines.push(bytes).filter((line) => line.trim() !== "");
  }
}
