/** The waits of a tool server: between attempts to connect it, and between two reads of its tools. */
import { limits } from "../../../generated/protocol/tables.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import type { ProblemKind, ServerProblem } from "./problem.js";

/** Problems that stay until a person does something. */
const LASTING: ReadonlySet<ProblemKind> = new Set(["final", "login", "scope", "revision"]);

export class Attempts {
  readonly #clock: Clock;
  readonly #renews: boolean;
  #failures = 0;
  #began = 0;

  /** `renews`: an HTTP session that has expired is set up again (spec 2.10). */
  constructor(clock: Clock, renews: boolean) {
    [this.#clock, this.#renews] = [clock, renews];
  }

  begin(): void {
    this.#began = this.#clock.monotonic();
  }

  /** Milliseconds until the next attempt; undefined when there is none. Failures are forgotten when a connection held for long. */
  after({ kind }: ServerProblem): number | undefined {
    if (LASTING.has(kind) || (kind === "expired" && !this.#renews)) return undefined;
    if (this.#clock.monotonic() - this.#began >= limits.mcpSteady) this.#failures = 0;
    this.#failures += 1;
    if (this.#failures > limits.mcpRetries) return undefined;
    // A call waits for the new session; a server whose sessions expire at once waits longer each time.
    if (kind === "expired" && this.#failures === 1) return 0;
    return Math.min(limits.mcpRetryFirst * 2 ** (this.#failures - 1), limits.mcpRetryMost);
  }
}

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
