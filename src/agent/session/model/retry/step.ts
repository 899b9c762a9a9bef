/** What follows a failed request: a wait of some length and another request, or the end (spec 8, P-S31, P-S101). It knows no time. */
import type { TurnError } from "../../../../generated/protocol/types.js";
import { quote } from "../../../../text/quote.js";

/** `daemon.retry`. */
export interface RetrySettings {
  /** Most retries; 0 disables all of them. */
  readonly retries: number;
  /** Milliseconds of the first computed wait; each further one is twice as long. */
  readonly baseDelay: number;
  /** Most milliseconds of a computed wait. */
  readonly mostComputed: number;
}

/** Facts about a failed request that decide what follows, beside its error. */
export interface FailureFacts {
  /**
   * `refused`: by a status, or by an error in the answer. `broken`: there was no connection, or it ended early. `silent`, `too-long`: a limit of the
   * stream. `final`: another request would fail in the same way.
   */
  readonly cause: "refused" | "broken" | "silent" | "too-long" | "final";
  /** What the codes of a refusal say. */
  readonly says: Passing | undefined;
  /** Whether a refusal is about the images of the request. */
  readonly isAboutImages: boolean;
  /** Milliseconds that the provider asks to wait. */
  readonly hint: number | undefined;
  /** What the provider says itself about another request. */
  readonly should: boolean | undefined;
}

export interface FailedRequest {
  readonly error: TurnError;
  readonly facts: FailureFacts;
}

/** The failed requests for one answer. */
export interface Failures {
  /** Rate limits without a hint. */
  readonly unhinted: number;
  readonly others: number;
}

export type Step =
  | {
      readonly kind: "wait";
      readonly milliseconds: number;
      /** The number of the next attempt; the first request is attempt 1. */
      readonly attempt: number;
      readonly of: number;
    }
  | { readonly kind: "give-up" };

/** The waits after rate limits without a hint, whatever the positive `max_retries` is (spec 8). */
const FIXED = [30_000, 60_000, 120_000, 240_000, 480_000, 960_000];

/** The longest wait: its end has to be a date. */
const LONGEST = 10 * 365 * 86_400_000;

/** The part of a computed wait that chance decides about, so that daemons do not ask together. */
const JITTER = 0.25;

const GIVE_UP: Step = { kind: "give-up" };

/** `before`: the failures before this one. `chance`: from 0 up to 1. */
export function stepAfter(
  failed: FailedRequest,
  before: Failures,
  { retries, baseDelay, mostComputed }: RetrySettings,
  chance: () => number,
): Step {
  const kind = kindOf(failed);
  if (kind === "final" || retries === 0) return GIVE_UP;
  const attempt = before.unhinted + before.others + 2;
  const { hint } = failed.facts;
  if (kind === "rate-limit" && hint === undefined) {
    const milliseconds = FIXED[before.unhinted];
    if (milliseconds === undefined) return GIVE_UP;
    return { kind: "wait", milliseconds, attempt, of: before.others + FIXED.length + 1 };
  }
  if (before.others >= retries) return GIVE_UP;
  const computed = Math.min(baseDelay * 2 ** Math.min(before.others, 64), mostComputed) * (1 - JITTER * chance());
  const milliseconds = Math.min(Math.ceil(hint ?? computed), LONGEST);
  return { kind: "wait", milliseconds, attempt, of: before.unhinted + retries + 1 };
}

/** The failures with one more. */
export function withFailure(before: Failures, failed: FailedRequest): Failures {
  return kindOf(failed) === "rate-limit" && failed.facts.hint === undefined
    ? { ...before, unhinted: before.unhinted + 1 }
    : { ...before, others: before.others + 1 };
}

type Kind = "rate-limit" | "transient" | "final";

/** Errors that waiting does not mend. */
const FINAL: ReadonlySet<string> = new Set(["context_overflow", "provider_quota", "model_not_found"]);

/** Statuses below 500 that may be gone with the next request. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425]);

export type Passing = "rate-limit" | "overloaded" | "broken";

/** Codes of errors that pass, also in an answer with status 200. */
const CODES: readonly (readonly [Passing, readonly string[]])[] = [
  ["rate-limit", ["rate_limit_error", "rate_limit_exceeded", "too_many_requests", "rate_limited"]],
  ["overloaded", ["overloaded_error", "overloaded", "server_is_overloaded", "engine_overloaded"]],
  ["broken", ["api_error", "server_error", "internal_server_error", "internal_error"]],
  ["broken", ["service_unavailable", "timeout_error", "timeout"]],
];

/** What codes in lower case say; undefined where none is known to pass. */
export function passingIn(codes: readonly string[]): Passing | undefined {
  return CODES.find(([, known]) => codes.some((code) => known.includes(code)))?.[0];
}

/** A final error stays final whatever the provider advises; otherwise its advice counts more than its status. */
export function kindOf({ error: { code, status = 200 }, facts }: FailedRequest): Kind {
  const { cause, says, should, isAboutImages } = facts;
  if (FINAL.has(code) || cause === "final") return "final";
  if (cause !== "refused") return "transient";
  if (should === false) return "final";
  const isOfTheRequest = status >= 300 && status < 500;
  if (status === 429 || (!isOfTheRequest && says === "rate-limit")) return "rate-limit";
  if (should === true) return "transient";
  if (isAboutImages) return "final";
  if (isOfTheRequest) return PASSING.has(status) ? "transient" : "final";
  return status >= 500 || says !== undefined ? "transient" : "final";
}

/** Why a turn waits: a clause for people, without a word of the provider. */
export function whyWaiting(failed: FailedRequest): string {
  const { error, facts } = failed;
  const { provider, status, message } = error;
  if (provider === undefined || facts.cause !== "refused") return message;
  if (kindOf(failed) === "rate-limit") return `the provider ${quote(provider)} limits the rate of requests`;
  const isOverloaded = status === 529 || facts.says === "overloaded";
  return isOverloaded ? `the provider ${quote(provider)} is overloaded` : message;
}
