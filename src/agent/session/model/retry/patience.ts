/** The requests for one answer: after a failure the next one waits, or the failure counts (P-S31, P-S101, P-S102). */
import { limits } from "../../../../generated/protocol/tables.js";
import type { TurnError } from "../../../../generated/protocol/types.js";
import { quote } from "../../../../text/quote.js";
import { sleepLong } from "../../../machine/interfaces/clock.js";
import type { Random } from "../../../machine/interfaces/random.js";
import type { AskOptions } from "../ask.js";
import { ModelFailure } from "../failure.js";
import type { ModelTarget } from "../target.js";
import type { Limiter } from "./limiter.js";
import { type FailedRequest, type Failures, kindOf, stepAfter, whyWaiting, withFailure } from "./step.js";

export interface PatientOptions extends AskOptions {
  readonly random: Random;
  readonly limiter: Limiter;
  readonly listener: RetryListener;
}

/** Hears of the failures and waits of requests. */
export interface RetryListener {
  /** `wait`: milliseconds until the next request; undefined when none follows. Never rejects. */
  failed(target: ModelTarget, failure: ModelFailure, attempt: number, wait: number | undefined): Promise<void>;
  waits(wait: Wait): void;
  /** Whether a long wait shall go on; asked while it does. `signal` aborts when it is over. */
  agrees(wait: Wait, signal: AbortSignal): Promise<boolean>;
}

export interface Wait {
  /** Milliseconds. */
  readonly rest: number;
  /** Its end by the wall clock. */
  readonly until: Date;
  /** The number of the attempt after it; the first request is attempt 1. */
  readonly attempt: number;
  readonly of: number;
  /** A clause for people. */
  readonly why: string;
}

export class Patience {
  readonly #target: ModelTarget;
  readonly #options: PatientOptions;
  #failures: Failures = { unhinted: 0, others: 0 };
  #continuations = 0;

  constructor(target: ModelTarget, options: PatientOptions) {
    [this.#target, this.#options] = [target, options];
  }

  /** Resolves when no other request holds the provider back. Rejects with a `ModelFailure` when nobody wants to wait, and with the signal's reason. */
  async free(): Promise<void> {
    const { limiter } = this.#options;
    const { provider, retry } = this.#target;
    for (let rest = limiter.rest(provider); rest !== undefined; rest = limiter.rest(provider)) {
      const why = `the provider ${quote(provider)} limits the rate of requests`;
      const of = Math.max(retry.retries + 1, this.#attempt);
      const wait = this.#waitOf({ milliseconds: rest, attempt: this.#attempt, of }, why);
      const isFree = (ending: AbortSignal): Promise<void> => limiter.free(provider, ending);
      if (!(await this.#wait(wait, isFree)))
        throw new ModelFailure(postponed({ code: "provider_rate_limited", message: why, provider }, wait));
    }
  }

  /** Whether `again` makes another request after this failure, unless somebody ends its wait. */
  goesOn({ request, error }: ModelFailure, hasBegun: boolean): boolean {
    if (request === undefined) return false;
    const failed = { error, facts: request.facts };
    const step = stepAfter(failed, this.#failures, this.#target.retry, () => 0);
    return this.#isContinued(failed, hasBegun) || step.kind === "wait";
  }

  /**
   * Resolves when the model is to be asked again after this failure. `hasBegun`: whether it had said something. Rejects with the failure when no
   * further request follows, and with the signal's reason.
   */
  async again(failure: ModelFailure, hasBegun: boolean): Promise<void> {
    const { clock, limiter, listener, random } = this.#options;
    const { request, error } = failure;
    if (request === undefined) throw failure;
    const failed: FailedRequest = { error, facts: request.facts };
    const attempt = this.#attempt;
    if (this.#isContinued(failed, hasBegun)) {
      this.#continuations += 1;
      return listener.failed(this.#target, failure, attempt, 0);
    }
    const step = stepAfter(failed, this.#failures, this.#target.retry, () => chanceOf(random));
    if (step.kind === "give-up") {
      await listener.failed(this.#target, failure, attempt, undefined);
      throw attempt === 1 ? failure : withMessage(failure, `${attempt} attempts failed`);
    }
    this.#failures = withFailure(this.#failures, failed);
    const { milliseconds } = step;
    const release = kindOf(failed) === "rate-limit" ? limiter.hold(this.#target.provider, milliseconds) : undefined;
    try {
      await listener.failed(this.#target, failure, attempt, milliseconds);
      const wait = this.#waitOf(step, whyWaiting(failed));
      const isOver = (ending: AbortSignal): Promise<void> => sleepLong(clock, milliseconds, ending);
      if (!(await this.#wait(wait, isOver))) throw new ModelFailure(postponed(error, wait), failure.told);
    } finally {
      release?.();
    }
    await this.free();
  }

  /** An answer that takes too long is no failure, within a limit. */
  #isContinued({ facts }: FailedRequest, hasBegun: boolean): boolean {
    return hasBegun && facts.cause === "too-long" && this.#continuations < limits.providerContinuations;
  }

  get #attempt(): number {
    return this.#failures.unhinted + this.#failures.others + 1;
  }

  #waitOf(step: { readonly milliseconds: number; readonly attempt: number; readonly of: number }, why: string): Wait {
    const { milliseconds: rest, attempt, of } = step;
    return { rest, until: new Date(this.#options.clock.now() + rest), attempt, of, why };
  }

  /** Waits until `isOver` resolves or the request is cancelled; false when somebody does not want to wait for so long. */
  async #wait(wait: Wait, isOver: (ending: AbortSignal) => Promise<void>): Promise<boolean> {
    const { listener, signal } = this.#options;
    const ending = new AbortController();
    const end = (): void => ending.abort();
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    try {
      listener.waits(wait);
      const over = isOver(ending.signal).then(() => true);
      const agrees =
        wait.rest <= limits.retryUnasked || (await Promise.race([over, listener.agrees(wait, ending.signal)]));
      if (agrees) await over;
      signal.throwIfAborted();
      return agrees;
    } finally {
      signal.removeEventListener("abort", end);
      end();
    }
  }
}

/** From 0 up to 1. */
function chanceOf(random: Random): number {
  const [first = 0, second = 0] = random.bytes(2);
  return (first * 256 + second) / 65_536;
}

function postponed(error: TurnError, { until }: Wait): TurnError {
  const moment = until.toISOString().replace(/\.\d+Z$/, "Z");
  return { ...error, message: `${error.message}; it can be asked again at ${moment}` };
}

function withMessage({ error, told, request }: ModelFailure, clause: string): ModelFailure {
  return new ModelFailure({ ...error, message: `${error.message}; ${clause}` }, told, request);
}
