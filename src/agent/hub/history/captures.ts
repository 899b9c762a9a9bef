/** The captures of a hub, from the first read of a session to their end: made, found again, read and removed. */
import type { Finalized } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Log } from "../../ports/log.js";
import { type CaptureLimits, Captures } from "../../wire/core/captures.js";
import { Elapsed } from "../../wire/core/elapsed.js";
import { captureSession } from "./capture.js";
import type { Captured } from "./captured.js";
import { NoRoom, Room } from "./room.js";
import type { SourceHost, StoppedSource } from "./source.js";
import type { Spool, SpoolReader } from "./spool.js";

export interface KeptParts {
  readonly host: SourceHost;
  readonly clock: Clock;
  readonly log: Log;
  readonly state: string;
  readonly spool: Spool;
  readonly limits: CaptureLimits;
}

/** A capture with its number. */
export interface Found {
  readonly capture: number;
  readonly captured: Captured;
}

export class KeptCaptures {
  readonly #parts: KeptParts;
  readonly #captures: Captures<Captured>;
  readonly #room: Room;
  /** The captures that are being made, by session and source: first reads at one moment share one. */
  readonly #making = new Map<string, Promise<Found>>();
  readonly #timers = new Set<() => void>();

  constructor(parts: KeptParts) {
    this.#parts = parts;
    this.#captures = new Captures(new Elapsed(parts.clock), parts.limits);
    this.#room = new Room(this.#captures, parts.spool, parts.log);
  }

  /** Captures a session. Rejects as `captureSession` does. */
  make(sessionId: string, source: StoppedSource, final: Finalized): Promise<Found> {
    const name = `${sessionId} ${source.mark}`;
    const there = this.#making.get(name);
    if (there !== undefined) return there;
    const made = this.#make(sessionId, source, final).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  find(capture: number): Captured | undefined {
    return this.#captures.find(capture);
  }

  /** Reads a part of a capture, which stays in its place meanwhile. Rejects with a `FileError`, or as `read` does. */
  async read<Value>(capture: number, part: string, read: (file: SpoolReader) => Promise<Value>): Promise<Value> {
    const unpin = this.#captures.pin(capture);
    try {
      const file = await this.#parts.spool.open(capture, part);
      try {
        return await read(file);
      } finally {
        await file.close();
      }
    } finally {
      unpin();
      if (this.#captures.leaving().length > 0) void this.#room.sweep();
    }
  }

  /** Gives a capture up whose bytes are gone. */
  drop(capture: number): Promise<void> {
    this.#captures.drop(capture);
    return this.#room.sweep();
  }

  /** Resolves when nothing is being made any longer. */
  async stop(): Promise<void> {
    for (const forget of this.#timers) forget();
    await Promise.allSettled(this.#making.values());
    await this.#room.sweep();
  }

  async #make(sessionId: string, source: StoppedSource, final: Finalized): Promise<Found> {
    const { host, state, spool, limits, log } = this.#parts;
    await this.#room.sweep();
    const capture = this.#captures.begin();
    if (capture === undefined) throw new NoRoom("in-use");
    try {
      const { spoolBytes } = limits;
      const parts = { host, state, sessionId, source, final, spool, spoolBytes, room: this.#room, capture };
      const captured = await captureSession(parts);
      await this.#room.keep(capture, captured);
      log.say("debug", "captured", { session: sessionId, items: captured.ends.length });
      this.#sweepLater(limits.captureLife);
      return { capture, captured };
    } catch (error) {
      await this.drop(capture);
      throw error;
    }
  }

  #sweepLater(ms: number): void {
    const forget = this.#parts.clock.after(ms, () => {
      this.#timers.delete(forget);
      void this.#room.sweep();
    });
    this.#timers.add(forget);
  }
}
