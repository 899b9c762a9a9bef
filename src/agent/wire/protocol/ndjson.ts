/** One JSON text on each line. */
import type { StreamReader } from "./encoding.js";
import { LineReader } from "./lines.js";

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
