/** The connected readers of a stream. The feed decides the next step of a reader; this file executes it (P-S11). */

import type { Clock } from "../../machine/interfaces/clock.js";
import type { Exchange } from "../../machine/interfaces/listen.js";
import type { Feed } from "../core/feed.js";
import { type Encoding, encodings } from "../core/message.js";
import { drained, type Reader, sent } from "../core/reader.js";
import { streamHeaders } from "../protocol/headers.js";

const NOTHING = new Uint8Array();

/** Bytes of one write. A slow reader takes a long message piece by piece, and does not count as blocked. */
const PIECE_BYTES = 262_144;

/** The source of the stream. */
interface Followed {
  /** Calls `run` after each record. */
  onRecord(run: () => void): void;
}

interface Connected {
  readonly exchange: Exchange;
  readonly feed: Feed;
  readonly encoding: Encoding;
  reader: Reader;
  /** The unwritten rest of the current message. */
  rest: Uint8Array;
  isEnded: boolean;
  /** The moment when its timer fires. A later moment keeps the timer, so that not every frame sets a new one. */
  wakesAt: number;
  /** Cancels the timer. */
  forget: () => void;
}

export class Readers {
  readonly #clock: Clock;
  readonly #connected = new Set<Connected>();
  #isFlushDue = false;
  #isOver = false;

  constructor(followed: Followed, clock: Clock) {
    this.#clock = clock;
    followed.onRecord(() => this.#flushSoon());
  }

  /** Answers with the records of a feed after a position, until the reader disconnects. */
  add(exchange: Exchange, feed: Feed, encoding: Encoding, position: number): void {
    const asleep = { rest: NOTHING, isEnded: false, wakesAt: Number.POSITIVE_INFINITY, forget: () => {} };
    const reader = feed.begin(position, this.#clock.monotonic());
    const one: Connected = { exchange, feed, encoding, reader, ...asleep };
    this.#connected.add(one);
    exchange.onClose(() => {
      this.#connected.delete(one);
      one.isEnded = true;
      one.forget();
    });
    exchange.head(200, streamHeaders(encodings[encoding].mediaType));
    this.#serve(one);
    if (this.#isOver) this.#end(one);
  }

  /** Sends the records so far, and ends all streams. Later readers get their records and end at once. */
  end(): void {
    this.#isOver = true;
    for (const one of this.#connected) {
      this.#serve(one);
      this.#end(one);
    }
  }

  /** Sends records of one moment together. The longer a round over all readers takes, the larger the next frames are. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#clock.after(0, () => {
      this.#isFlushDue = false;
      for (const one of this.#connected) this.#serve(one);
    });
  }

  /** Takes steps until the reader has to wait. */
  #serve(one: Connected): void {
    const { feed, encoding } = one;
    while (!one.isEnded) {
      const now = this.#clock.monotonic();
      const { position } = one.reader;
      const step = feed.nextStep(one.reader, now);
      switch (step.kind) {
        case "park":
          this.#wake(one, step.until, now);
          return;
        case "close":
          one.isEnded = true;
          one.forget();
          one.exchange.destroy();
          return;
        case "reset": {
          const last = feed.reset(step.code, encoding);
          if (last !== undefined) one.exchange.write(last);
          this.#end(one);
          return;
        }
        case "heartbeat":
          this.#send(one, feed.heartbeat(position, encoding, this.#time()), position, now);
          break;
        case "frame": {
          const frame = feed.frameAfter(position, encoding);
          if (frame === undefined) return;
          this.#send(one, frame.bytes, frame.last, feed.beat.after === "quiet" ? now : one.reader.sentAt);
        }
      }
    }
  }

  #time(): string {
    return new Date(this.#clock.now()).toISOString();
  }

  #wake(one: Connected, until: number, now: number): void {
    if (one.wakesAt <= until) return;
    one.forget();
    one.wakesAt = until;
    one.forget = this.#clock.after(until - now, () => {
      one.wakesAt = Number.POSITIVE_INFINITY;
      this.#serve(one);
    });
  }

  /** `sentAt`: the start of the interval of the next heartbeat. */
  #send(one: Connected, bytes: Uint8Array, position: number, sentAt: number | undefined): void {
    let isTaken = true;
    one.rest = bytes;
    while (isTaken && one.rest.length > 0) {
      isTaken = one.exchange.write(one.rest.subarray(0, PIECE_BYTES));
      one.rest = one.rest.subarray(PIECE_BYTES);
    }
    one.reader = sent(position, isTaken, this.#clock.monotonic(), sentAt);
    if (isTaken) return;
    one.exchange.onDrain(() => {
      one.reader = drained(one.reader);
      if (one.rest.length > 0 && !one.isEnded) this.#send(one, one.rest, position, sentAt);
      this.#serve(one);
    });
  }

  #end(one: Connected): void {
    if (one.isEnded) return;
    one.isEnded = true;
    one.forget();
    if (one.rest.length > 0) one.exchange.write(one.rest);
    one.exchange.end();
  }
}
