/** Everybody who follows the stream: each is a position, and no more is kept for it (P-S11). */
import type { Ring } from "../core/ring.js";
import { limits } from "../generated/protocol/tables.js";
import type { SyncMessage } from "../generated/protocol/types.js";
import type { Clock } from "../ports/clock.js";
import type { Exchange } from "../ports/listen.js";
import { encodeMessage, type StreamEncoding } from "../protocol/encoding.js";
import { streamHeaders } from "../protocol/headers.js";
import type { LiveSession } from "./session.js";

const encoder = new TextEncoder();

export class Readers {
  readonly #session: LiveSession;
  readonly #clock: Clock;
  readonly #readers = new Set<Reader>();
  #isFlushDue = false;

  constructor(session: LiveSession, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
    session.onRecord(() => this.#flushSoon());
  }

  /** Answers with everything behind a position, for as long as the reader is there. */
  add(exchange: Exchange, encoding: StreamEncoding, position: number): void {
    const reader = new Reader(exchange, encoding, position, this.#session, this.#clock);
    this.#readers.add(reader);
    exchange.onClose(() => {
      this.#readers.delete(reader);
      reader.forget();
    });
    reader.begin();
  }

  /** Sends what there is, and ends all streams. */
  end(): void {
    for (const reader of this.#readers) {
      reader.send();
      reader.end();
    }
  }

  /** What is recorded together is sent together; with many readers somewhat later, so that more is. */
  #flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.#clock.after(this.#readers.size < limits.flushReaders ? 0 : limits.flushInterval, () => {
      this.#isFlushDue = false;
      for (const reader of this.#readers) reader.send();
    });
  }
}

class Reader {
  #position: number;
  #isEnded = false;
  #lastSent = 0;
  /** Ends the wait for the next heartbeat, or for a reader that takes nothing. */
  #stopWaiting: () => void = () => {};
  #isBlocked = false;

  constructor(
    private readonly exchange: Exchange,
    private readonly encoding: StreamEncoding,
    position: number,
    private readonly session: LiveSession,
    private readonly clock: Clock,
  ) {
    this.#position = position;
  }

  begin(): void {
    this.exchange.head(200, streamHeaders(this.encoding.mediaType));
    this.#heartbeat();
    this.#expectQuiet();
    this.send();
  }

  /** Sends what there is, unless the reader is behind: then it goes on from its position when it is not. */
  send(): void {
    const { ring } = this.session.stream;
    while (!this.#isBlocked && !this.#isEnded) {
      const lost = ring.lostAt(this.#position);
      if (lost !== undefined) return this.#reset(lost === "beyond" ? "reset_required" : lost);
      const frame = ring.frameAt(this.#position, this.encoding);
      if (frame === undefined) return;
      this.#position = frame.end;
      this.#write(frame.bytes);
    }
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.forget();
    this.exchange.end();
  }

  forget(): void {
    this.#isEnded = true;
    this.#stopWaiting();
  }

  #write(bytes: Uint8Array): void {
    this.#lastSent = this.clock.monotonic();
    if (this.exchange.write(bytes)) return;
    this.#isBlocked = true;
    this.#stopWaiting();
    this.#stopWaiting = this.clock.after(limits.blockedReader, () => this.exchange.destroy());
    this.exchange.onDrain(() => {
      this.#isBlocked = false;
      this.#stopWaiting();
      this.#expectQuiet();
      this.send();
    });
  }

  /** One wait for many frames: when it ends, it is seen whether all was quiet. */
  #expectQuiet(): void {
    if (this.#isBlocked || this.#isEnded) return;
    const quiet = this.clock.monotonic() - this.#lastSent;
    this.#stopWaiting = this.clock.after(limits.syncHeartbeat - quiet, () => {
      if (this.clock.monotonic() - this.#lastSent >= limits.syncHeartbeat) this.#heartbeat();
      this.#expectQuiet();
    });
  }

  #heartbeat(): void {
    const cursor = this.session.cursorAt(this.#position);
    const interval_seconds = limits.syncHeartbeat / 1000;
    this.#say({ event: "heartbeat", version: 1, daemon_epoch: this.session.epoch, cursor, interval_seconds }, cursor);
  }

  #reset(code: ReturnType<Ring["lostAt"]> & string): void {
    this.#say({ event: "reset", version: 1, code }, undefined);
    this.end();
  }

  #say(message: SyncMessage, cursor: string | undefined): void {
    this.#write(encodeMessage(this.encoding, message.event, cursor, encoder.encode(JSON.stringify(message))));
  }
}
