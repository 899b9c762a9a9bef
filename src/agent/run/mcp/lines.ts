/** The lines of text in bytes that come in pieces, each on request. A limit bounds the memory when a line never ends. */

const FIRST = 4096;
const LINE_FEED = 10;

export class Lines {
  readonly #limit: number;
  /** Pieces that have not been searched for lines. */
  readonly #pieces: Uint8Array[] = [];
  /** The beginning of a line. */
  #held = new Uint8Array(FIRST);
  #length = 0;
  #isTooLong = false;

  /** `limit`: bytes of the longest line. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a line is longer than the limit: there are no lines from then on. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  push(bytes: Uint8Array): void {
    if (!this.#isTooLong) this.#pieces.push(bytes);
  }

  /** The next line that is complete. */
  next(): string | undefined {
    for (let piece = this.#pieces[0]; piece !== undefined; piece = this.#pieces[0]) {
      const end = piece.indexOf(LINE_FEED);
      if (!this.#hold(end < 0 ? piece : piece.subarray(0, end))) {
        this.#isTooLong = true;
        this.#pieces.length = 0;
        this.#held = new Uint8Array();
        return undefined;
      }
      if (end < 0 || end === piece.length - 1) this.#pieces.shift();
      else this.#pieces[0] = piece.subarray(end + 1);
      if (end >= 0) return this.#line();
    }
    return undefined;
  }

  #hold(bytes: Uint8Array): boolean {
    const length = this.#length + bytes.length;
    if (length > this.#limit) return false;
    if (length > this.#held.length) {
      const larger = new Uint8Array(Math.min(this.#limit, Math.max(length, this.#held.length * 2)));
      larger.set(this.#held.subarray(0, this.#length));
      this.#held = larger;
    }
    this.#held.set(bytes, this.#length);
    this.#length = length;
    return true;
  }

  #line(): string {
    const text = new TextDecoder().decode(this.#held.subarray(0, this.#length));
    this.#length = 0;
    if (this.#held.length > FIRST) this.#held = new Uint8Array(FIRST);
    return text;
  }
}
