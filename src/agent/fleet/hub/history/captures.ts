/** The captures of a hub, from the first read of a session to their end: created, found by their tokens, read and removed. */
import type { Finalized } from "../../../../generated/protocol/types.js";
import type { Clock } from "../../../machine/interfaces/clock.js";
import { FileError } from "../../../machine/interfaces/files.js";
import type { Log } from "../../../machine/interfaces/log.js";
import { type CaptureLimits, Captures, type Claim } from "../../../wire/core/captures.js";
import { Elapsed } from "../../../wire/core/elapsed.js";
import { type TokenCodec, type TokenKind, tagOf } from "../../../wire/protocol/token.js";
import type { SourceHost } from "../sources/daemon.js";
import { type CaptureContents, captureSession } from "./capture.js";
import type { StoppedSource } from "./source.js";
import type { Spool, SpoolReader } from "./spool.js";

export interface CapturesHost extends SourceHost {
  readonly clock: Clock;
  readonly log: Log;
}

export interface NumberedCapture {
  readonly capture: number;
  readonly contents: CaptureContents;
}

export class SessionCaptures {
  readonly #host: CapturesHost;
  readonly #state: string;
  readonly #spool: Spool;
  readonly #limits: CaptureLimits;
  readonly #captures: Captures<CaptureContents>;
  readonly #room: Room;
  /** The captures in progress, by session and source: concurrent first reads share one. */
  readonly #making = new Map<string, Promise<NumberedCapture>>();
  readonly #timers = new Set<() => void>();

  constructor(host: CapturesHost, state: string, spool: Spool, limits: CaptureLimits) {
    [this.#host, this.#state, this.#spool, this.#limits] = [host, state, spool, limits];
    this.#captures = new Captures(new Elapsed(host.clock), limits);
    this.#room = new Room(this.#captures, spool, host.log);
  }

  /** Captures a session. Rejects as `captureSession` does. */
  make(sessionId: string, source: StoppedSource, final: Finalized): Promise<NumberedCapture> {
    const name = `${sessionId} ${source.mark}`;
    const there = this.#making.get(name);
    if (there !== undefined) return there;
    const making = this.#make(sessionId, source, final).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  find(capture: number): CaptureContents | undefined {
    return this.#captures.find(capture);
  }

  /** Reads a part of a capture, which stays in place meanwhile. Rejects with a `FileError`, or as `read` does. */
  async read<Value>(capture: number, part: string, read: (file: SpoolReader) => Promise<Value>): Promise<Value> {
    const unpin = this.#captures.pin(capture);
    try {
      const file = await this.#spool.open(capture, part);
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

  /** Drops a capture whose bytes are gone. */
  drop(capture: number): Promise<void> {
    this.#captures.drop(capture);
    return this.#room.sweep();
  }

  /** Resolves when no capture is in progress. */
  async stop(): Promise<void> {
    for (const forget of this.#timers) forget();
    await Promise.allSettled(this.#making.values());
    await this.#room.sweep();
  }

  async #make(sessionId: string, source: StoppedSource, final: Finalized): Promise<NumberedCapture> {
    await this.#room.sweep();
    const capture = this.#captures.begin();
    if (capture === undefined) throw new NoRoom("in-use");
    try {
      const contents = await captureSession({
        ...{ host: this.#host, state: this.#state, sessionId, source, final, capture },
        ...{ spool: this.#spool, spoolBytes: this.#limits.spoolBytes },
        claim: (bytes) => this.#room.claim(capture, bytes),
      });
      await this.#room.keep(capture, contents);
      this.#host.log.say("debug", "captured", { session: sessionId, items: contents.ends.length });
      this.#sweepLater(this.#limits.captureLife);
      return { capture, contents };
    } catch (error) {
      await this.drop(capture);
      throw error;
    }
  }

  #sweepLater(ms: number): void {
    const forget = this.#host.clock.after(ms, () => {
      this.#timers.delete(forget);
      void this.#room.sweep();
    });
    this.#timers.add(forget);
  }
}

/** There is no room for a capture. */
export class NoRoom extends Error {
  readonly reason: "too-large" | "in-use";

  constructor(reason: "too-large" | "in-use") {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The captures and their bytes: older ones are removed from the spool before a new one gets their room, so that the spool never exceeds its
 * quota (P-S42, C212). Claims are handled one after the other.
 */
class Room {
  readonly #captures: Captures<CaptureContents>;
  readonly #spool: Spool;
  readonly #log: Log;
  /** Resolves when all claims so far are handled. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(captures: Captures<CaptureContents>, spool: Spool, log: Log) {
    [this.#captures, this.#spool, this.#log] = [captures, spool, log];
  }

  /** Resolves when a capture may take so many bytes in total. Rejects with `NoRoom` or a `FileError`. */
  claim(capture: number, bytes: number): Promise<void> {
    return this.#settle(() => this.#captures.claim(capture, bytes));
  }

  /** Resolves when a capture is stored. Rejects with `NoRoom` or a `FileError`. */
  keep(capture: number, contents: CaptureContents): Promise<void> {
    return this.#settle(() => this.#captures.keep(capture, contents));
  }

  /** Removes the expired and the dropped captures. Never rejects: the next sweep tries again. */
  async sweep(): Promise<void> {
    try {
      await this.#after(async () => {
        for (const capture of this.#captures.leaving()) await this.#remove(capture);
      });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#log.say("warn", "a capture cannot be removed yet", { failure: error.failure });
    }
  }

  #settle(ask: () => Claim): Promise<void> {
    return this.#after(async () => {
      for (let claim = ask(); claim.kind !== "granted"; claim = ask()) {
        if (claim.kind === "refused") throw new NoRoom(claim.reason);
        await this.#remove(claim.capture);
      }
    });
  }

  #after(run: () => Promise<void>): Promise<void> {
    const settled = this.#settled.then(run);
    this.#settled = settled.catch(() => {});
    return settled;
  }

  async #remove(capture: number): Promise<void> {
    await this.#spool.remove(capture);
    this.#captures.removed(capture);
  }
}

type CheckpointRead = { readonly capture: number } | { readonly code: "invalid_checkpoint" | "snapshot_expired" };

/** The tokens of captures: kinds of their own, so that a daemon's checkpoint is invalid here (P-S75). */
export class CaptureTokens {
  readonly #codec: TokenCodec;
  readonly #epoch: number;
  #issued = 0;

  constructor(codec: TokenCodec, epoch: string) {
    [this.#codec, this.#epoch] = [codec, tagOf(epoch)];
  }

  /** A new checkpoint for every call, even for one capture. */
  checkpoint(sessionId: string, capture: number): string {
    this.#issued += 1;
    return this.#encode("capture_checkpoint", sessionId, capture, this.#issued);
  }

  read(sessionId: string, checkpoint: string): CheckpointRead {
    const token = this.#codec.decode(checkpoint);
    if (token?.kind !== "capture_checkpoint" || token.stream !== tagOf(sessionId))
      return { code: "invalid_checkpoint" };
    return token.epoch === this.#epoch ? { capture: token.position } : { code: "snapshot_expired" };
  }

  /** The token of the page of a checkpoint that begins at an item. */
  page(sessionId: string, checkpoint: string, index: number): string {
    return this.#encode("capture_page", sessionId, index, tagOf(checkpoint));
  }

  /** The index of the first item of a page; undefined for a page of another checkpoint. */
  pageStart(sessionId: string, checkpoint: string, page: string): number | undefined {
    const token = this.#codec.decode(page);
    const isOurs = token?.kind === "capture_page" && token.stream === tagOf(sessionId) && token.epoch === this.#epoch;
    return isOurs && token.extra === tagOf(checkpoint) ? token.position : undefined;
  }

  #encode(kind: TokenKind, sessionId: string, position: number, extra: number): string {
    return this.#codec.encode({ kind, stream: tagOf(sessionId), epoch: this.#epoch, position, extra });
  }
}
