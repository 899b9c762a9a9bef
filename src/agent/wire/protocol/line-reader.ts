/**
 * Lines in bytes that come in pieces of any size, each on request, so that a caller can rest between two of them. The limit bounds the memory
 * for a line that never ends. This file knows no format.
 */

const LINE_FEED = 10;
const RETURN = 13;

/** Bytes of the first buffer for a line that comes in several pieces. */
const FIRST = 4096;

export interface LineOptions {
  /** Bytes of the longest line, without its end. Default: any number. */
  readonly limit?: number;
  /** Whether `\r` ends a line too, with or without `\n` after it, as in server-sent events. Default: `\n` alone does. */
  readonly returns?: boolean;
}

export class LineReader {
  readonly #limit: number;
  readonly #returns: boolean;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Pieces that have not been searched for lines. */
  readonly #pieces: Uint8Array[] = [];
  /** The place in the first piece where the search goes on, and that of the first `\n` from there: -1 without one, undefined before it is looked for. */
  #at = 0;
  #feedAt: number | undefined;
  /** The beginning of a line whose end has not come yet. */
  #begun = new Uint8Array();
  #length = 0;
  /** Whether the last line was ended by `\r`, so that `\n` belongs to that end. */
  #afterReturn = false;
  #isFirst = true;
  #isTooLong = false;

  constructor({ limit = Number.POSITIVE_INFINITY, returns = false }: LineOptions = {}) {
    this.#limit = limit;
    this.#returns = returns;
  }

  /** Whether a line is longer than the limit: there are no lines from then on. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /** Takes the next bytes, which must not change before their lines are read. */
  push(bytes: Uint8Array): void {
    if (!this.#isTooLong) this.#pieces.push(bytes);
  }

  /** The text of the next line that is complete. Invalid UTF-8 is replaced, and a byte order mark in front of the first line is dropped. */
  next(): string | undefined {
    const bytes = this.nextBytes();
    if (bytes === undefined) return undefined;
    const text = this.#decoder.decode(bytes);
    const isMarked = this.#isFirst && text.startsWith("\uFEFF");
    this.#isFirst = false;
    return isMarked ? text.slice(1) : text;
  }

  /** The bytes of the next line that is complete, without its end: valid until the next call. */
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

  /** The place of the next line end in a piece; -1 without one. Each byte is looked at once for each kind of end. */
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
    if (length > this.#begun.length) {
      const larger = new Uint8Array(Math.max(FIRST, length, Math.min(this.#limit, this.#begun.length * 2)));
      larger.set(this.#begun.subarray(0, this.#length));
      this.#begun = larger;
    }
    this.#begun.set(bytes, this.#length);
    this.#length = length;
  }

  #whole(part: Uint8Array): Uint8Array {
    this.#hold(part);
    const line = this.#begun.subarray(0, this.#length);
    this.#length = 0;
    if (this.#begun.length > FIRST) this.#begun = new Uint8Array();
    return line;
  }

  #giveUp(): undefined {
    this.#isTooLong = true;
    this.#pieces.length = 0;
    this.#begun = new Uint8Array();
  }
}
