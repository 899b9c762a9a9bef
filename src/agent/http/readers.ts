/** Everybody who follows the stream. What is next for a reader is decided in `core/reader.ts`; here it is carried out (P-S11). */

import type { Clock } from "../ports/clock.js";
import type { Exchange } from "../ports/listen.js";
import type { Encoding } from "../wire/core/message.js";
import { encodings, resetMessage } from "../wire/core/message.js";
import { drained, newReader, nextStep, type Reader, sent } from "../wire/core/reader.js";
import type { SessionStream } from "../wire/core/session-stream.js";
import { streamHeaders } from "../wire/protocol/headers.js";

const NOTHING = new Uint8Array();

/** Longer messages go out in pieces of so many bytes: a slow reader that takes one after the other is none that takes nothing. */
const PIECE_BYTES = 262_144;

/** What is followed. */
interface Followed {
  readonly stream: SessionStream;
  /** Calls back after each record. */
  onRecord(run: () => void): void;
}

/** One that is connected. */
interface Connected {
  readonly exchange: Exchange;
  readonly encoding: Encoding;
  reader: Reader;
  /** Of the message that it is being sent, what has not been written yet. */
  rest: Uint8Array;
  isEnded: boolean;
  /** When it is asked again, whatever happens; not taken back when that comes to be later, which happens with every frame. */
  wakesAt: number;
  /** Takes that moment back. */
  forget: () => void;
}

export class Readers {
  readonly #followed: Followed;
  readonly #clock: Clock;
  readonly #connected = new Set<Connected>();
  #isFlushDue = false;
  #isOver = false;

  constructor(followed: Followed, clock: Clock) {
    this.#followed = followed;
    this.#clock = clock;
    followed.onRecord(() => this.#flushSoon());
  }

  /** Answers with everything after a position, for as long as the reader is there. */
  add(exchange: Exchange, encoding: Encoding, position: number): void {
    const asleep = { rest: NOTHING, isEnded: false, wakesAt: Number.POSITIVE_INFINITY, forget: () => {} };
    const one: Connected = { exchange, encoding, reader: newReader(position), ...asleep };
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

  /** Sends what there is, and ends all streams; those that still come end after what there is for them. */
  end(): void {
    this.#isOver = true;
    for (const one of this.#connected) {
      this.#serve(one);
      this.#end(one);
    }
  }

  /** What is recorded together is sent together. The longer it takes to send to all, the more is recorded meanwhile, and the larger frames get. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#clock.after(0, () => {
      this.#isFlushDue = false;
      for (const one of this.#connected) this.#serve(one);
    });
  }

  /** Does what is next until there is nothing more to do for now. */
  #serve(one: Connected): void {
    const { ring, messages } = this.#followed.stream;
    while (!one.isEnded) {
      const now = this.#clock.monotonic();
      const step = nextStep(one.reader, ring, now);
      switch (step.kind) {
        case "park":
          this.#wake(one, step.until, now);
          return;
        case "close":
          one.isEnded = true;
          one.forget();
          one.exchange.destroy();
          return;
        case "reset":
          one.exchange.write(resetMessage(one.encoding, step.code));
          this.#end(one);
          return;
        case "heartbeat":
          this.#send(one, messages.heartbeat(one.encoding, one.reader.position), one.reader.position);
          break;
        case "frame": {
          const frame = ring.frameAfter(one.reader.position, one.encoding);
          if (frame === undefined) return;
          this.#send(one, frame.bytes, frame.last);
        }
      }
    }
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

  #send(one: Connected, bytes: Uint8Array, position: number): void {
    let isTaken = true;
    one.rest = bytes;
    while (isTaken && one.rest.length > 0) {
      isTaken = one.exchange.write(one.rest.subarray(0, PIECE_BYTES));
      one.rest = one.rest.subarray(PIECE_BYTES);
    }
    one.reader = sent(position, isTaken, this.#clock.monotonic());
    if (isTaken) return;
    one.exchange.onDrain(() => {
      one.reader = drained(one.reader);
      if (one.rest.length > 0 && !one.isEnded) this.#send(one, one.rest, position);
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
