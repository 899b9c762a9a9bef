/** The room of one page of history, limited by items and by bytes (spec 8, P-S39). */

/** The most bytes of a page without its items. */
const FRAME_BYTES = 4096;

export interface PageLimits {
  readonly historyPageItems: number;
  readonly historyPageBytes: number;
}

export class PageRoom {
  readonly #limits: PageLimits;
  #items = 0;
  #bytes = FRAME_BYTES;

  constructor(limits: PageLimits) {
    this.#limits = limits;
  }

  /** Whether an item of so many bytes of JSON still fits; if so, uses up its room. The first one always fits. */
  takes(bytes: number): boolean {
    const { historyPageItems, historyPageBytes } = this.#limits;
    const isOver = this.#items >= historyPageItems || this.#bytes + bytes + 1 > historyPageBytes;
    if (isOver && this.#items > 0) return false;
    this.#items += 1;
    this.#bytes += bytes + 1;
    return true;
  }
}
