/**
 * Joins the text of one item to fewer and larger deltas (P-S17): the first at once, then at most every 50 ms or 1 KiB, the rest at the end.
 * Deltas end when the text becomes too long for a record (P-S16), so that a snapshot holds the text up to there.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { ItemDelta } from "../../../generated/protocol/types.js";
import { isHighSurrogate, jsonBytes, utf8Bytes } from "./text-size.js";

/** Offsets are UTF-16 units. */
export type Delta = Pick<ItemDelta, "offset" | "text">;

/** The most UTF-16 units of one delta: as JSON they are far below the limit of a record. */
const MOST_UNITS = 16_384;

export class DeltaJoiner {
  #waiting = "";
  #waitingBytes = 0;
  /** Units of all deltas so far. */
  #offset = 0;
  /** The bytes of JSON left for further deltas; negative for a text that is too long. */
  #room = limits.itemTextBytes - 2;
  #lastAt: number | undefined;

  /** When `flush` is due, by the clock of `now`; undefined without waiting text. */
  get due(): number | undefined {
    if (this.#whole() === 0 || this.#lastAt === undefined) return undefined;
    return this.#lastAt + limits.deltaInterval;
  }

  /** Takes more text; returns the deltas that are due. */
  push(text: string, now: number): readonly Delta[] {
    if (this.#room < 0) return [];
    // A unit has at least one byte, so text beyond this length is never shown.
    const taken = text.slice(0, limits.itemTextBytes + 1);
    this.#waiting += taken;
    this.#waitingBytes += utf8Bytes(taken);
    return this.flush(now);
  }

  /** Returns the deltas that are due. */
  flush(now: number): readonly Delta[] {
    const isDue = this.#lastAt === undefined || now - this.#lastAt >= limits.deltaInterval;
    return isDue || this.#waitingBytes >= limits.deltaBytes ? this.#take(this.#whole(), now) : [];
  }

  /** Returns the rest of the text. */
  end(now: number): readonly Delta[] {
    return this.#take(this.#waiting.length, now);
  }

  /** Waiting units, without a high surrogate at their end: its other half is still to come. */
  #whole(): number {
    const { length } = this.#waiting;
    return length > 0 && isHighSurrogate(this.#waiting.charCodeAt(length - 1)) ? length - 1 : length;
  }

  #take(units: number, now: number): readonly Delta[] {
    if (units === 0 || this.#room < 0) return [];
    const text = this.#waiting.slice(0, units);
    this.#waiting = this.#waiting.slice(units);
    this.#waitingBytes = utf8Bytes(this.#waiting);
    this.#lastAt = now;
    return [...this.#deltas(text)];
  }

  *#deltas(text: string): Generator<Delta> {
    for (let at = 0; at < text.length; ) {
      const end = Math.min(text.length, at + MOST_UNITS);
      const part = text.slice(at, end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
      this.#room -= jsonBytes(part, this.#room);
      if (this.#room < 0) {
        this.#waiting = "";
        return;
      }
      yield { offset: this.#offset, text: part };
      this.#offset += part.length;
      at += part.length;
    }
  }
}
