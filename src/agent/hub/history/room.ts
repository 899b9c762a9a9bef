/**
 * The captures and their bytes: older ones are removed from the spool before a new one gets their room, so that the spool never exceeds its
 * quota (P-S42, C212). Claims are settled one after the other.
 */
import { FileError } from "../../ports/files.js";
import type { Log } from "../../ports/log.js";
import type { Captures, Claim } from "../../wire/core/captures.js";
import type { Captured } from "./captured.js";
import type { Spool } from "./spool.js";

/** There is no room for a capture. */
export class NoRoom extends Error {
  readonly reason: "too-large" | "in-use";

  constructor(reason: "too-large" | "in-use") {
    super(reason);
    this.reason = reason;
  }
}

export class Room {
  readonly #captures: Captures<Captured>;
  readonly #spool: Spool;
  readonly #log: Log;
  /** Resolves when all claims so far are settled. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(captures: Captures<Captured>, spool: Spool, log: Log) {
    [this.#captures, this.#spool, this.#log] = [captures, spool, log];
  }

  /** Resolves when a capture may take so many bytes in total. Rejects with `NoRoom` or a `FileError`. */
  claim(capture: number, bytes: number): Promise<void> {
    return this.#settle(() => this.#captures.claim(capture, bytes));
  }

  /** Resolves when a capture is kept. Rejects with `NoRoom` or a `FileError`. */
  keep(capture: number, captured: Captured): Promise<void> {
    return this.#settle(() => this.#captures.keep(capture, captured));
  }

  /** Removes the captures whose time is up or that were given up. Never rejects: the next sweep tries again. */
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
