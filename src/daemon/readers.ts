/** Everybody who follows the stream. What is next for a reader is decided in `core/reader.ts`; here it is carried out (P-S11). */
import type { Encoding } from "../core/message.js";
import { encodings, resetMessage } from "../core/message.js";
import { drained, flushDelay, newReader, nextStep, type Reader, sent } from "../core/reader.js";
import type { Clock } from "../ports/clock.js";
import type { Exchange } from "../ports/listen.js";
import { streamHeaders } from "../protocol/headers.js";
import type { LiveSession } from "./session.js";

/** One that is connected. */
interface Connected {
  readonly exchange: Exchange;
  readonly encoding: Encoding;
  reader: Reader;
  isEnded: boolean;
  /** Takes back the moment at which it is to be asked again. */
  forget: () => void;
}

export class Readers {
  readonly #session: LiveSession;
  readonly #clock: Clock;
  readonly #connected = new Set<Connected>();
  #lastFlush = Number.NEGATIVE_INFINITY;
  #isFlushDue = false;
  #isOver = false;

  constructor(session: LiveSession, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
    session.onRecord(() => this.#flushSoon());
  }

  /** Answers with everything after a position, for as long as the reader is there. */
  add(exchange: Exchange, encoding: Encoding, position: number): void {
    const one: Connected = { exchange, encoding, reader: newReader(position), isEnded: false, forget: () => {} };
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

  /** What is recorded together is sent together. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#clock.after(flushDelay(this.#connected.size, this.#lastFlush, this.#clock.monotonic()), () => {
      this.#isFlushDue = false;
      this.#lastFlush = this.#clock.monotonic();
      for (const one of this.#connected) this.#serve(one);
    });
  }

  /** Does what is next until there is nothing more to do for now. */
  #serve(one: Connected): void {
    const { ring, messages } = this.#session.stream;
    one.forget();
    while (!one.isEnded) {
      const now = this.#clock.monotonic();
      const step = nextStep(one.reader, ring, now);
      switch (step.kind) {
        case "park":
          one.forget = this.#clock.after(step.until - now, () => this.#serve(one));
          return;
        case "close":
          one.isEnded = true;
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

  #send(one: Connected, bytes: Uint8Array, position: number): void {
    const isTaken = one.exchange.write(bytes);
    one.reader = sent(position, isTaken, this.#clock.monotonic());
    if (isTaken) return;
    one.exchange.onDrain(() => {
      one.reader = drained(one.reader);
      this.#serve(one);
    });
  }

  #end(one: Connected): void {
    if (one.isEnded) return;
    one.isEnded = true;
    one.forget();
    one.exchange.end();
  }
}
