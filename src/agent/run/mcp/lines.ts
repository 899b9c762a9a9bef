/** Bytes to lines of text, with a limit: memory stays bounded when no line ever ends. */

const FIRST = 4096;
const LINE_FEED = 10;

export class Lines {
  readonly #limit: number;
  #held = new Uint8Array(FIRST);
  #length = 0;

  /** `limit`: bytes of the longest line. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Hands over each line that is complete now. False when one is longer than the limit: nothing more may be pushed. */
  push(bytes: Uint8Array, take: (line: string) => void): boolean {
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      if (!this.#hold(bytes.subarray(from, end))) return false;
      from = end + 1;
      take(this.#line());
    }
    return this.#hold(bytes.subarray(from));
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
