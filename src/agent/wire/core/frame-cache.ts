/** Frames that were built once, for all readers at their position. Bounded: the least recently used frame goes first. */
import type { Encoding } from "./message.js";

/** One message with records, complete; its bytes must not change. */
export interface Frame {
  readonly bytes: Uint8Array;
  /** Position of its last record, and of its reader afterwards. */
  readonly last: number;
  /** Whether that was the head at the time of building. */
  readonly caughtUp: boolean;
}

const MOST_FRAMES = 64;

export class FrameCache {
  readonly #frames = new Map<string, Frame>();
  readonly #mostBytes: number;
  #bytes = 0;
  #hasCaughtUp = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(position: number, encoding: Encoding): Frame | undefined {
    const key = `${position} ${encoding}`;
    const frame = this.#frames.get(key);
    if (frame === undefined) return undefined;
    this.#frames.delete(key);
    this.#frames.set(key, frame);
    return frame;
  }

  /** Takes a frame that the cache does not have. */
  set(position: number, encoding: Encoding, frame: Frame): void {
    this.#frames.set(`${position} ${encoding}`, frame);
    this.#bytes += frame.bytes.length;
    this.#hasCaughtUp ||= frame.caughtUp;
    for (const [key, { bytes }] of this.#frames) {
      if (this.#frames.size <= MOST_FRAMES && this.#bytes <= this.#mostBytes) break;
      this.#delete(key, bytes.length);
    }
  }

  /** Drops the frames that reached the head: with one more record a reader gets another frame. */
  headMoved(): void {
    if (!this.#hasCaughtUp) return;
    for (const [key, { caughtUp, bytes }] of this.#frames) if (caughtUp) this.#delete(key, bytes.length);
    this.#hasCaughtUp = false;
  }

  #delete(key: string, length: number): void {
    this.#frames.delete(key);
    this.#bytes -= length;
  }
}
