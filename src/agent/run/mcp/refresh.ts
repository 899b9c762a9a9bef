/** Reads the tools of a server again when it says that they have changed: once at a time, and at most once in the time of the limit. */
import { limits } from "../../../generated/protocol/tables.js";
import { type Clock, sleep } from "../../ports/clock.js";

export class Refresh {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #run: () => Promise<void>;
  #isBegun = false;
  #isWanted = false;
  #isRunning = false;

  /** `run` may reject; the next notification tries again. */
  constructor(clock: Clock, signal: AbortSignal, run: () => Promise<void>) {
    [this.#clock, this.#signal, this.#run] = [clock, signal, run];
  }

  /** The first list has been read: from now on it may be read again. */
  begin(): void {
    this.#isBegun = true;
    if (this.#isWanted) this.ask();
  }

  ask(): void {
    this.#isWanted = true;
    if (this.#isBegun && !this.#isRunning) void this.#go();
  }

  async #go(): Promise<void> {
    this.#isRunning = true;
    while (this.#isWanted && !this.#signal.aborted) {
      this.#isWanted = false;
      await this.#run().catch(() => {});
      await sleep(this.#clock, limits.mcpRefresh, this.#signal);
    }
    this.#isRunning = false;
  }
}
