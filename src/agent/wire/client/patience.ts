/** When a client tries again (P-S31 of commands, spec 7): later each time, never two clients at the same moment, and not before the daemon says. */
import { type Clock, sleep } from "../../ports/clock.js";
import type { Random } from "../../ports/random.js";
import { ClientError, DaemonError, DamagedMessage, NotRunning, Unreachable } from "./errors.js";

/** Milliseconds before the second try, and at most. */
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;

export interface Timing {
  readonly clock: Clock;
  readonly random: Random;
}

export class Patience {
  readonly #timing: Timing;
  #failures = 0;
  #failingSince: number | undefined;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** Milliseconds since the first failure of this row of failures. */
  get waited(): number {
    return this.#failingSince === undefined ? 0 : this.#timing.clock.monotonic() - this.#failingSince;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#failingSince = undefined;
  }

  /** Resolves when the next try is due, or at once when `signal` aborts. */
  async pause(error: unknown, signal: AbortSignal | undefined): Promise<void> {
    const { clock, random } = this.#timing;
    this.#failingSince ??= clock.monotonic();
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    const [byte = 0] = random.bytes(1);
    // Half to the whole of it.
    const wait = (longest * (256 + byte)) / 512;
    const asked = error instanceof DaemonError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    await sleep(clock, Math.max(wait, asked), signal);
  }
}

/** Whether another try may succeed without a change of the request. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DaemonError) return error.status === 429 || error.status >= 500;
  return error instanceof Unreachable || error instanceof NotRunning || error instanceof DamagedMessage;
}

/** Whether a request that failed so may have been carried out. A refusal is not stored, and nothing listens at a port that refuses. */
export function mayHaveRun(error: unknown): boolean {
  if (error instanceof Unreachable) return error.detail !== "ECONNREFUSED";
  return error instanceof DaemonError && (error.status === 500 || error.code === "unreadable_answer");
}

export function isClientError(error: unknown): error is ClientError {
  return error instanceof ClientError;
}
