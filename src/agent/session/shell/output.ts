/** What a program prints, as text without credentials (P-S33). A credential is found over the borders of pieces, before anything is left out. */
import { limits } from "../../../generated/protocol/tables.js";
import { leftOutLine } from "../../wire/core/preview.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { ScrubStream } from "../scrub/stream.js";

export class Output {
  readonly #kept: KeptText;
  readonly #scrubbing: ScrubStream;
  /** One for each output: a character may come in pieces. Other bytes become replacement characters; control characters stay. */
  readonly #decoders = { stdout: decoder(), stderr: decoder() };

  constructor(scrubber: Scrubber, most: number = limits.shellOutputBytes) {
    this.#kept = new KeptText(most);
    this.#scrubbing = scrubber.stream();
  }

  readonly take = (output: "stdout" | "stderr", bytes: Uint8Array): void => {
    this.#pass(this.#decoders[output].decode(bytes, { stream: true }));
  };

  /** Nothing is taken after it. */
  end(): string {
    for (const one of Object.values(this.#decoders)) this.#pass(one.decode());
    this.#kept.take(this.#scrubbing.end());
    return this.#kept.text;
  }

  /** Bytes that the text is short of, once it has ended. */
  get missing(): number {
    return this.#kept.missing;
  }

  #pass(text: string): void {
    this.#kept.take(this.#scrubbing.push(text));
  }
}

function decoder() {
  return new TextDecoder("utf-8", { ignoreBOM: true });
}

const FIRST = 65_536;

/** Appends text until it is full; its memory grows with what it holds. */
class Beginning {
  readonly #most: number;
  #bytes = new Uint8Array(0);
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes the first of the bytes; returns the rest. */
  take(bytes: Uint8Array): Uint8Array {
    const count = Math.min(bytes.length, this.#most - this.#length);
    const length = this.#length + count;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.#most, Math.max(FIRST, length, this.#bytes.length * 2)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes.subarray(0, count), this.#length);
    this.#length = length;
    return bytes.subarray(count);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Keeps the last bytes, in a ring that is made when there are some. */
class Ending {
  readonly #most: number;
  #ring = new Uint8Array(0);
  #given = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#ring.length === 0) this.#ring = new Uint8Array(this.#most);
    const last = bytes.subarray(Math.max(0, bytes.length - this.#most));
    const at = (this.#given + bytes.length - last.length) % this.#most;
    const room = Math.min(last.length, this.#most - at);
    this.#ring.set(last.subarray(0, room), at);
    this.#ring.set(last.subarray(room), 0);
    this.#given += bytes.length;
  }

  get left(): number {
    return Math.max(0, this.#given - this.#most);
  }

  get bytes(): Uint8Array {
    if (this.left === 0) return this.#ring.subarray(0, this.#given);
    const at = this.#given % this.#most;
    const bytes = new Uint8Array(this.#most);
    bytes.set(this.#ring.subarray(at));
    bytes.set(this.#ring.subarray(0, at), this.#most - at);
    return bytes;
  }
}

/** The beginning and the end of a text that may be endless, in bounded memory. */
export class KeptText {
  readonly #beginning: Beginning;
  readonly #ending: Ending;
  readonly #encoder = new TextEncoder();

  /** `most`: bytes of UTF-8, half of them for the beginning and half for the end. */
  constructor(most: number) {
    this.#beginning = new Beginning(Math.ceil(most / 2));
    this.#ending = new Ending(Math.floor(most / 2));
  }

  take(text: string): void {
    this.#ending.take(this.#beginning.take(this.#encoder.encode(text)));
  }

  /** The whole text; else its beginning and its end, and between them on a line how many bytes are left out. */
  get text(): string {
    const { head, left, tail } = this.#ends;
    return left === 0 ? decoded(joined(head, tail)) : decoded(head) + leftOutLine(left) + decoded(tail);
  }

  /** Bytes of all that was taken, less those of the text; 0 where the line between the ends is longer than what it stands for. */
  get missing(): number {
    const { left } = this.#ends;
    return Math.max(0, left - utf8Bytes(leftOutLine(left)));
  }

  get #ends(): { readonly head: Uint8Array; readonly left: number; readonly tail: Uint8Array } {
    const [first, last] = [this.#beginning.bytes, this.#ending.bytes];
    if (this.#ending.left === 0) return { head: first, left: 0, tail: last };
    const [head, tail] = [first.subarray(0, wholeUpTo(first)), last.subarray(wholeFrom(last))];
    return { head, left: this.#ending.left + first.length - head.length + last.length - tail.length, tail };
  }
}

function joined(first: Uint8Array, last: Uint8Array): Uint8Array {
  if (last.length === 0) return first;
  const both = new Uint8Array(first.length + last.length);
  both.set(first);
  both.set(last, first.length);
  return both;
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const isContinued = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Where the last character begins that may be cut, or the end. */
function wholeUpTo(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && isContinued(bytes[at])) at -= 1;
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return at + length > bytes.length ? Math.max(at, 0) : bytes.length;
}

/** Where the first whole character begins. */
function wholeFrom(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length && isContinued(bytes[at])) at += 1;
  return at;
}
