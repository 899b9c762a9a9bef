/**
 * Messages in a stream of bytes: a header, an empty line, and as many bytes as the header says. A header that says nothing of use costs its
 * own message: the next one is found behind whatever comes in between.
 */

/** The longest message, in bytes. Texts above 1 MB are not read, and a client opens others as well. */
const LONGEST = 128 * 1024 * 1024;

/** Bytes to look for the end of a header in; a header that arrives in two pieces is shorter than what is kept of more bytes. */
const MOST = 8 * 1024;
const KEPT = 1024;

const RETURN = 13;
const FEED = 10;

export class Frames {
  #pieces: Uint8Array[] = [];
  #size = 0;
  /** The length of the body that has begun. */
  #length: number | undefined;

  /** How many bytes wait for others. */
  get size(): number {
    return this.#size;
  }

  /** The bodies that are complete with this piece. */
  *take(piece: Uint8Array): Generator<Uint8Array> {
    this.#pieces.push(piece);
    this.#size += piece.length;
    while (this.#length !== undefined || this.#readHeader()) {
      if (this.#length === undefined) continue;
      if (this.#size < this.#length) return;
      const all = this.#whole();
      const body = all.subarray(0, this.#length);
      this.#keep(all.subarray(this.#length));
      this.#length = undefined;
      yield body;
    }
  }

  /** Whether there was a header, of use or not. */
  #readHeader(): boolean {
    const all = this.#whole();
    const end = endOfHeader(all);
    if (end === -1) {
      this.#keep(all.length > MOST ? all.slice(-KEPT) : all);
      return false;
    }
    this.#length = lengthIn(new TextDecoder().decode(all.subarray(Math.max(0, end - MOST), end)));
    this.#keep(all.subarray(end + 4));
    return true;
  }

  #whole(): Uint8Array {
    const [only, ...others] = this.#pieces;
    if (only !== undefined && others.length === 0) return only;
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    this.#keep(all);
    return all;
  }

  #keep(bytes: Uint8Array): void {
    this.#pieces = [bytes];
    this.#size = bytes.length;
  }
}

function endOfHeader(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(RETURN); at !== -1; at = bytes.indexOf(RETURN, at + 1))
    if (bytes[at + 1] === FEED && bytes[at + 2] === RETURN && bytes[at + 3] === FEED) return at;
  return -1;
}

/** A line of its own, or else the end of one, before which something broken may stand. */
function lengthIn(header: string): number | undefined {
  const [, digits] =
    /(?:^|\r\n)content-length[ \t]*:[ \t]*(\d+)[ \t]*(?:\r\n|$)/i.exec(header) ??
    /content-length[ \t]*:[ \t]*(\d+)[ \t]*$/i.exec(header) ??
    [];
  const length = digits === undefined ? LONGEST + 1 : Number(digits);
  return length > LONGEST ? undefined : length;
}
