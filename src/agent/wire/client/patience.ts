/** When a client retries (spec 7): later each time, at a random moment, and not before the time that the server gives. */
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import type { Random } from "../../machine/interfaces/random.js";
import { BLOCKED, DaemonError, DamagedMessage, NotRunning, Unreachable } from "./errors.js";

/** The first wait before a retry and the longest one, in milliseconds. */
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
    // Between half of it and all of it.
    const wait = (longest * (256 + byte)) / 512;
    const requested = error instanceof DaemonError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    await sleep(clock, Math.max(wait, requested), signal);
  }
}

/** Whether a retry of the same request may succeed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof DaemonError)
    return error.status === 429 || error.status >= 500 || error.code === "fleet_capacity_exceeded";
  if (error instanceof Unreachable) return error.detail !== BLOCKED;
  return error instanceof NotRunning || error instanceof DamagedMessage;
}

/** Whether the server may have executed a failed request. A refusal is not stored, and a refusing port has no server. */
export function mayHaveRun(error: unknown): boolean {
  if (error instanceof Unreachable) return error.detail !== "ECONNREFUSED";
  // A hub that gets no answer from the daemon does not know either.
  return error instanceof DaemonError && ([500, 502, 504].includes(error.status) || error.code === "unreadable_answer");
}

/** Milliseconds of retries before anything depends on the request. */
const ASKED = 30_000;

/** Whether a client gives up without a loss: at once if no daemon runs, or else after some time. */
export function isGivenUp(error: unknown, { waited }: Patience): boolean {
  return error instanceof NotRunning || isPortRefused(error) || waited > ASKED;
}

/** A fixed address had one run of the daemon, which has ended. A hub comes back. */
export function isPortRefused(error: unknown): boolean {
  return error instanceof Unreachable && error.detail === "ECONNREFUSED" && error.server === "daemon";
}

/** Retries until an answer comes, or until it is time to give up. For requests that change nothing. `may`: whether a retry may succeed. */
export async function patiently<Answer>(
  timing: Timing,
  signal: AbortSignal | undefined,
  ask: () => Promise<Answer>,
  may: (error: unknown) => boolean = mayPass,
): Promise<Answer> {
  const patience = new Patience(timing);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal?.aborted || !may(error) || isGivenUp(error, patience)) throw error;
      await patience.pause(error, signal);
      signal?.throwIfAborted();
    }
  }
}
