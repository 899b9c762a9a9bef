/**
 * The last records of a stream, by position. The first record has position 1; a reader at position p has everything up to p.
 *
 * Readers have no queues here: whoever asks at a position gets the frame that begins behind it, and whoever asks at the same position
 * gets the same bytes.
 */
import { encodeMessage, type StreamEncoding } from "../protocol/encoding.js";

export interface RingLimits {
  /** Most records that are kept, and most bytes of them. */
  readonly records: number;
  readonly bytes: number;
  /** Most milliseconds that a record is kept. */
  readonly age?: number;
  /** Most records in a frame, and most bytes of it, framing counted. */
  readonly frameRecords: number;
  readonly frameBytes: number;
}

/** What a frame says beside its records. */
export interface FrameHead {
  /** The name of its event, and the cursor behind its last record. */
  readonly event: string;
  readonly cursor: string;
  /** JSON up to the first record, `[` included; behind the last one `]}` follows. */
  readonly json: string;
}

export interface Frame {
  readonly bytes: Uint8Array;
  /** The position of whoever has read it. */
  readonly end: number;
}

/** Why nobody can go on from a position. */
export type Lost = "beyond" | "reset_required" | "cursor_too_old";

/** Frames that are kept for others who ask at the same position. */
const KEPT_FRAMES = 32;

const COMMA = Buffer.from(",");
const END = Buffer.from("]}");

export class Ring {
  readonly #limits: RingLimits;
  readonly #headOf: (end: number, isHead: boolean) => FrameHead;
  /** By position, modulo how many are kept. */
  readonly #records: (Uint8Array | undefined)[];
  readonly #times: Float64Array;
  readonly #frames = new Map<string, Frame & { readonly head: number }>();
  #bytes = 0;
  #floor = 0;
  #head = 0;
  #barrier = 0;

  /** `headOf`: the head of a frame that ends at a position, which is that of the last record or not. */
  constructor(limits: RingLimits, headOf: (end: number, isHead: boolean) => FrameHead) {
    this.#limits = limits;
    this.#headOf = headOf;
    this.#records = new Array(limits.records);
    this.#times = new Float64Array(limits.records);
  }

  /** The position of the last record; 0 before there was one. */
  get head(): number {
    return this.#head;
  }

  /** The first position from which nothing is missing. */
  get floor(): number {
    return this.#floor;
  }

  /** Adds a record, JSON in UTF-8, and lets go of old ones; returns its position. */
  append(record: Uint8Array, now: number): number {
    const { records, bytes } = this.#limits;
    if (this.#head - this.#floor === records) this.#drop();
    this.#head += 1;
    this.#records[this.#head % records] = record;
    this.#times[this.#head % records] = now;
    this.#bytes += record.length;
    while (this.#bytes > bytes && this.#floor < this.#head) this.#drop();
    return this.#head;
  }

  /** Lets go of what is older than it may be. */
  expire(now: number): void {
    const { records, age = Number.POSITIVE_INFINITY } = this.#limits;
    while (this.#floor < this.#head && now - (this.#times[(this.#floor + 1) % records] ?? 0) >= age) this.#drop();
  }

  /** Nobody goes on from before here: what was announced is not what is. */
  raiseBarrier(): void {
    this.#barrier = this.#head;
  }

  /** Why nobody can go on from this position; undefined when anybody can. */
  lostAt(position: number): Lost | undefined {
    if (position > this.#head) return "beyond";
    if (position < this.#barrier) return "reset_required";
    return position < this.#floor ? "cursor_too_old" : undefined;
  }

  /** What a reader at this position reads next; undefined at the head. The position must not be lost. */
  frameAt(position: number, encoding: StreamEncoding): Frame | undefined {
    if (position >= this.#head) return undefined;
    const key = `${encoding.mediaType} ${position}`;
    const kept = this.#frames.get(key);
    // A frame that ended at the head of its time may be longer now.
    if (kept !== undefined && (kept.head === this.#head || kept.end < kept.head)) return kept;
    const frame = { ...this.#build(position, encoding), head: this.#head };
    this.#frames.delete(key);
    this.#frames.set(key, frame);
    if (this.#frames.size > KEPT_FRAMES) this.#frames.delete(this.#frames.keys().next().value ?? key);
    return frame;
  }

  #build(position: number, encoding: StreamEncoding): Frame {
    const { frameRecords, frameBytes } = this.#limits;
    const records: Uint8Array[] = [];
    // Cursors have one length, and "false" is the longer word.
    let length = messageOf(this.#headOf(this.#head, false), [], encoding).length;
    let end = position;
    while (end < this.#head && records.length < frameRecords) {
      const record = this.#at(end + 1);
      const more = record.length + (records.length === 0 ? 0 : COMMA.length);
      if (length + more > frameBytes && records.length > 0) break;
      records.push(record);
      length += more;
      end += 1;
    }
    return { bytes: messageOf(this.#headOf(end, end === this.#head), records, encoding), end };
  }

  #at(position: number): Uint8Array {
    const record = this.#records[position % this.#limits.records];
    if (record === undefined) throw new RangeError("no record is kept at this position");
    return record;
  }

  #drop(): void {
    this.#floor += 1;
    const index = this.#floor % this.#limits.records;
    this.#bytes -= this.#records[index]?.length ?? 0;
    this.#records[index] = undefined;
  }
}

function messageOf(
  { event, cursor, json }: FrameHead,
  records: readonly Uint8Array[],
  encoding: StreamEncoding,
): Uint8Array {
  const parts = records.flatMap((record, index) => (index === 0 ? [record] : [COMMA, record]));
  return encodeMessage(encoding, event, cursor, Buffer.concat([Buffer.from(json), ...parts, END]));
}
