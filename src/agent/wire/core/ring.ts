/**
 * The newest records of a stream, by position, stored for replay (P-S14 to P-S16).
 *
 * Positions count from 1. A reader at position p has everything up to p and needs the records after it:
 *
 * 1 … floor | floor + 1 … head |
 * dropped | stored | to come
 *
 * so that a reader at the floor misses nothing, and one below it does. The ring does not know its readers: they come with their position,
 * and those at the same position get the same bytes.
 */
import { type Frame, FrameCache } from "./frame-cache.js";
import type { Encoding, Envelope } from "./message.js";

export interface RingLimits {
  readonly records: number;
  /** The most bytes of stored records. */
  readonly bytes: number;
  /** Milliseconds until a record is dropped; without it, age drops no record. */
  readonly age?: number;
  readonly recordBytes: number;
  readonly frameRecords: number;
  /** Most bytes of a frame, its envelope included. */
  readonly frameBytes: number;
}

/** `beyond`: the position is after the head. The others are codes of the protocol (spec 7). */
export type Judgement = "ok" | "beyond" | "reset_required" | "cursor_too_old";

/** Makes the envelope of a frame that ends at a position. Its length is the same for all positions, and greatest when not caught up. */
export type EnvelopeOf = (encoding: Encoding, position: number, caughtUp: boolean) => Envelope;

interface Entry {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** The size of the cache of frames, in frames of the largest size. */
const CACHED_FRAMES = 4;
const COMMA = 0x2c;

/** The records of a stream, stored for replay: this one is in memory; another one must pass the same test suite. */
export interface Journal {
  /** The position of the newest record; 0 before the first. */
  readonly head: number;
  /** The oldest position with all later records. */
  readonly floor: number;
  readonly bytes: number;
  /**
   * Adds a record and drops the oldest ones beyond the limits. Its bytes must not change any more. Throws a `RangeError` for one that is
   * too long.
   */
  append(bytes: Uint8Array, now: number): void;
  /** Drops records that are too old. */
  expire(now: number): void;
  /** Ends all readers before the head with `reset_required`: the records so far are no longer valid (P-S15). */
  bar(): void;
  /** Whether a reader can continue from a position, or the first reason against it in the order of P-S14. */
  judge(position: number): Judgement;
  /** The next message for a reader at a position that `judge` accepts; undefined at the head. */
  frameAfter(position: number, encoding: Encoding): Frame | undefined;
}

export class Ring implements Journal {
  readonly #limits: RingLimits;
  readonly #envelope: EnvelopeOf;
  readonly #around: Readonly<Record<Encoding, number>>;
  /** The record at a position is in the slot `position % slots.length`. */
  readonly #slots: (Entry | undefined)[];
  readonly #frames: FrameCache;
  #floor = 0;
  #head = 0;
  #bytes = 0;
  #barrier = 0;

  constructor(limits: RingLimits, envelope: EnvelopeOf) {
    this.#limits = limits;
    this.#envelope = envelope;
    this.#around = { sse: lengthOf(envelope("sse", 0, false)), ndjson: lengthOf(envelope("ndjson", 0, false)) };
    this.#slots = new Array<Entry | undefined>(limits.records);
    this.#frames = new FrameCache(limits.frameBytes * CACHED_FRAMES);
  }

  get head(): number {
    return this.#head;
  }

  get floor(): number {
    return this.#floor;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(bytes: Uint8Array, now: number): void {
    if (bytes.length > this.#limits.recordBytes) throw new RangeError(`a record of ${bytes.length} bytes`);
    if (this.#head - this.#floor === this.#limits.records) this.#drop();
    this.#head += 1;
    this.#slots[this.#head % this.#slots.length] = { bytes, at: now };
    this.#bytes += bytes.length;
    while (this.#bytes > this.#limits.bytes) this.#drop();
    this.expire(now);
    this.#frames.headMoved();
  }

  expire(now: number): void {
    const { age } = this.#limits;
    if (age === undefined) return;
    while (this.#floor < this.#head && now - this.#at(this.#floor + 1).at >= age) this.#drop();
  }

  bar(): void {
    this.#barrier = this.#head;
  }

  judge(position: number): Judgement {
    if (position > this.#head) return "beyond";
    if (position < this.#barrier) return "reset_required";
    return position < this.#floor ? "cursor_too_old" : "ok";
  }

  frameAfter(position: number, encoding: Encoding): Frame | undefined {
    if (position >= this.#head) return undefined;
    if (position < this.#floor) throw new RangeError(`nothing is kept after position ${position}`);
    const cached = this.#frames.get(position, encoding);
    if (cached !== undefined) return cached;
    const frame = this.#build(position, encoding);
    this.#frames.set(position, encoding, frame);
    return frame;
  }

  /**
   * The bytes of the records after a position that `judge` accepts, as many as fit into a frame by count and by bytes, and at least one.
   */
  recordsAfter(position: number): readonly Uint8Array[] {
    const { frameRecords, frameBytes } = this.#limits;
    const records: Uint8Array[] = [];
    let length = 0;
    for (let each = position + 1; each <= this.#head && records.length < frameRecords; each += 1) {
      const { bytes } = this.#at(each);
      length += bytes.length;
      if (length > frameBytes && records.length > 0) break;
      records.push(bytes);
    }
    return records;
  }

  #build(position: number, encoding: Encoding): Frame {
    const last = this.#lastInFrame(position, encoding);
    const caughtUp = last === this.#head;
    const { before, after } = this.#envelope(encoding, last, caughtUp);
    let length = lengthOf({ before, after }) + (last - position - 1);
    for (let each = position + 1; each <= last; each += 1) length += this.#at(each).bytes.length;

    const bytes = new Uint8Array(length);
    bytes.set(before);
    let end = before.length;
    for (let each = position + 1; each <= last; each += 1) {
      if (each > position + 1) bytes[end++] = COMMA;
      const record = this.#at(each).bytes;
      bytes.set(record, end);
      end += record.length;
    }
    bytes.set(after, end);
    return { bytes, last, caughtUp };
  }

  /** The position of the last record of a frame: as many as fit by bytes and count, and at least one. */
  #lastInFrame(position: number, encoding: Encoding): number {
    const { frameRecords, frameBytes } = this.#limits;
    const most = Math.min(this.#head, position + frameRecords);
    let length = this.#around[encoding] + this.#at(position + 1).bytes.length;
    let last = position + 1;
    while (last < most) {
      length += 1 + this.#at(last + 1).bytes.length;
      if (length > frameBytes) break;
      last += 1;
    }
    return last;
  }

  #drop(): void {
    this.#floor += 1;
    this.#bytes -= this.#at(this.#floor).bytes.length;
    this.#slots[this.#floor % this.#slots.length] = undefined;
  }

  #at(position: number): Entry {
    const entry = this.#slots[position % this.#slots.length];
    if (entry === undefined) throw new RangeError(`no record at position ${position}`);
    return entry;
  }
}

function lengthOf({ before, after }: Envelope): number {
  return before.length + after.length;
}
