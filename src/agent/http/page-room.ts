/** The room of one page of history, limited by items and by bytes (spec 8, P-S39). */
import { limits } from "../../generated/protocol/tables.js";

/** Bytes of a page without its items, at most. */
const FRAME_BYTES = 4096;

export class PageRoom {
  #items = 0;
  #bytes = FRAME_BYTES;

  /** Whether an item of so many bytes of JSON still fits, and takes its room then. The first one always fits. */
  takes(bytes: number): boolean {
    const isOver = this.#items >= limits.historyPageItems || this.#bytes + bytes + 1 > limits.historyPageBytes;
    if (isOver && this.#items > 0) return false;
    this.#items += 1;
    this.#bytes += bytes + 1;
    return true;
  }
}
