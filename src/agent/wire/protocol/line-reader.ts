/**
 * Splits bytes in chunks of any size into lines, each on request, so that a caller can pause between two of them. The limit bounds the
 * memory for a line that never ends. This file knows no format.
 */

const LINE_FEED = 10;
const RETURN = 13;

/** Bytes of the first buffer for a line in several chunks. */
const FIRST = 4096;

export interface LineOptions {
  /** Bytes of the longest line, without its end. Default: no limit. */
  readonly limit?: number;
  /** Whether `\r` ends a line too, with or without `\n` after it, as in server-sent events. Default: only `\n` does. */
  readonly returns?: boolean;
}

export class LineReader {
  readonly #limit: number;
  readonly #returns: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Chunks that have not been searched for lines. */
  readonly #pieces: Uint8Array[] = [];
  /**
   * The place in the first chunk where the search continues, and that of the first `\n` from there: -1 without one, undefined before the
   * search.
   */
  #at = 0;
  #feedAt: number | undefined;
  /** The beginning of an incomplete line. */
  #partial = new Uint8Array();
  #length = 0;
  /** Whether `\r` ended the last line, so that a following `\n` belongs to that end. */
  #afterReturn = false;
  #isFirst = true;
  #isTooLong = false;

  constructor({ limit = Number.POSITIVE_INFINITY, returns = false }: LineOptions = {}) {
    this.#limit = limit;
    this.#returns = returns;
  }

  /** Whether a line exceeds the limit: no lines follow. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Takes the next bytes, which must not change before their lines are read. */
  push(bytes: Uint8Array): void {
    if (!this.#isTooLong) this.#pieces.push(bytes);
  }

  /** The text of the next complete line. Replaces invalid UTF-8, and drops a byte order mark before the first line. */
  next(): string | undefined {
    const bytes = this.nextBytes();
    if (bytes === undefined) return undefined;
    const text = this.#decoder.decode(bytes);
    const isMarked = this.#isFirst && text.startsWith("\uFEFF");
    this.#isFirst = false;
    return isMarked ? text.slice(1) : text;
  }

  /** The bytes of the next complete line, without its end: valid until the next call. */
  nextBytes(): Uint8Array | undefined {
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      const end = this.#endIn(piece);
      const part = piece.subarray(this.#at, end === -1 ? piece.length : end);
      if (this.#length + part.length > this.#limit) return this.#giveUp();
      if (end === -1) {
        this.#hold(part);
        this.#pieces.shift();
        [this.#at, this.#feedAt] = [0, undefined];
        continue;
      }
      this.#afterReturn = piece[end] === RETURN;
      this.#at = end + 1;
      return this.#length === 0 ? part : this.#whole(part);
    }
    return undefined;
  }

  /** The place of the next line end in a chunk; -1 without one. Examines each byte once for each kind of end. */
  #endIn(piece: Uint8Array): number {
    if (this.#afterReturn && this.#at < piece.length) {
      if (piece[this.#at] === LINE_FEED) this.#at += 1;
      this.#afterReturn = false;
    }
    if (this.#feedAt === undefined || (this.#feedAt !== -1 && this.#feedAt < this.#at))
      this.#feedAt = piece.indexOf(LINE_FEED, this.#at);
    if (!this.#returns) return this.#feedAt;
    const before = piece.subarray(this.#at, this.#feedAt === -1 ? piece.length : this.#feedAt);
    const returnAt = before.indexOf(RETURN);
    return returnAt === -1 ? this.#feedAt : this.#at + returnAt;
  }

  #hold(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#partial.length) {
      const larger = new Uint8Array(Math.max(FIRST, length, Math.min(this.#limit, this.#partial.length * 2)));
      larger.set(this.#partial.subarray(0, this.#length));
      this.#partial = larger;
    }
    this.#partial.set(bytes, this.#length);
    this.#length = length;
  }

  #whole(part: Uint8Array): Uint8Array {
    this.#hold(part);
    const line = this.#partial.subarray(0, this.#length);
    this.#length = 0;
    if (this.#partial.length > FIRST) this.#partial = new Uint8Array();
    return line;
  }

  #giveUp(): undefined {
    this.#isTooLong = true;
    this.#pieces.length = 0;
    this.#partial = new Uint8Array();
  }
}
