/** What follows a failed request (spec 8, P-S31, P-S101): tables of failures, and the waits of whole series. */
import { expect, test } from "vitest";
import {
  type FailedRequest,
  type FailureFacts,
  type Failures,
  passingIn,
  type RetrySettings,
  stepAfter,
  whyWaiting,
  withFailure,
} from "../../src/agent/session/model/retry/step.js";

const DEFAULTS: RetrySettings = { retries: 3, baseDelay: 1_000, mostComputed: 60_000 };
const NONE: Failures = { unhinted: 0, others: 0 };

interface Failing extends Partial<FailureFacts> {
  readonly status?: number;
  readonly code?: string;
  readonly codes?: readonly string[];
}

function failure({ status, code = "provider_error", codes = [], ...facts }: Failing): FailedRequest {
  return {
    error: { code, message: "it failed", provider: "lab", ...(status === undefined ? {} : { status }) },
    facts: {
      ...{ cause: "refused", says: passingIn(codes), isAboutImages: false, hint: undefined, should: undefined },
      ...facts,
    },
  };
}

function waitAfter(failing: Failing, settings: Partial<RetrySettings> = {}, chance = 0): number | "never" {
  const step = stepAfter(failure(failing), NONE, { ...DEFAULTS, ...settings }, () => chance);
  return step.kind === "wait" ? step.milliseconds : "never";
}

test.each<readonly [Failing, wait: number | "never"]>([
  ...[408, 409, 425, 500, 502, 503, 504, 529, 599].map((status) => [{ status }, 1_000] as const),
  ...[301, 400, 401, 402, 403, 404, 405, 410, 413, 415, 422, 451].map((status) => [{ status }, "never"] as const),
  [{ status: 429 }, 30_000],
  [{ status: 429, hint: 7_000 }, 7_000],
  [{ status: 503, hint: 7_000 }, 7_000],
  // Hints have no cap.
  [{ status: 429, hint: 86_400_000 }, 86_400_000],
  // The connection, and the limits of a stream.
  [{ cause: "broken", code: "provider_unreachable" }, 1_000],
  [{ cause: "broken", code: "provider_unreachable", status: 200 }, 1_000],
  [{ cause: "silent", code: "provider_timeout" }, 1_000],
  [{ cause: "too-long", code: "provider_timeout" }, 1_000],
  // A certificate, or an answer that is none.
  [{ cause: "final", code: "provider_unreachable" }, "never"],
  // Errors in an answer with status 200.
  ...["overloaded_error", "api_error", "server_error", "server_is_overloaded"].map(
    (code) => [{ status: 200, codes: [code] }, 1_000] as const,
  ),
  ...["rate_limit_error", "rate_limit_exceeded"].map((code) => [{ status: 200, codes: [code] }, 30_000] as const),
  [{ status: 200, codes: ["invalid_request_error"] }, "never"],
  [{ status: 200, codes: ["constructor"] }, "never"],
  [{ status: 200 }, "never"],
  // A code changes no status that is about the request.
  [{ status: 400, codes: ["rate_limit_error"] }, "never"],
  [{ status: 404, codes: ["server_error"] }, "never"],
  // No credit, no room, no such model: no wait helps.
  [{ status: 429, code: "provider_quota", codes: ["insufficient_quota"] }, "never"],
  [{ status: 429, code: "provider_quota", hint: 5_000, should: true }, "never"],
  [{ status: 500, code: "context_overflow" }, "never"],
  [{ status: 429, code: "model_not_found" }, "never"],
  // The provider's advice.
  [{ status: 429, hint: 5_000, should: false }, "never"],
  [{ status: 503, should: false }, "never"],
  [{ status: 400, should: true }, 1_000],
  [{ status: 404, should: true, hint: 2_000 }, 2_000],
  // An error of the server about the images of the request comes again.
  [{ status: 500, isAboutImages: true }, "never"],
  [{ status: 429, isAboutImages: true }, 30_000],
])("%j: %s", (failing, wait) => {
  expect(waitAfter(failing)).toBe(wait);
  expect(waitAfter(failing, { retries: 0 })).toBe("never");
});

/** The waits of a provider that fails for ever, and what is said of each. */
function series(failing: Failing, settings: Partial<RetrySettings> = {}, chance = 0): readonly string[] {
  const said: string[] = [];
  for (let before = NONE; ; before = withFailure(before, failure(failing))) {
    const step = stepAfter(failure(failing), before, { ...DEFAULTS, ...settings }, () => chance);
    if (step.kind === "give-up" || said.length > 20) return said;
    said.push(`${step.milliseconds} then ${step.attempt} of ${step.of}`);
  }
}

test("computed waits double up to the cap", () => {
  expect(series({ status: 503 })).toEqual(["1000 then 2 of 4", "2000 then 3 of 4", "4000 then 4 of 4"]);
  const capped = series({ status: 503 }, { retries: 6, baseDelay: 500, mostComputed: 3_000 });
  expect(capped.map((line) => line.split(" ")[0])).toEqual(["500", "1000", "2000", "3000", "3000", "3000"]);
});

test("chance shortens a computed wait by a quarter at most, and nothing else", () => {
  expect(series({ status: 503 }, {}, 0.999_99).map((line) => line.split(" ")[0])).toEqual(["751", "1501", "3001"]);
  expect(series({ status: 429, hint: 9_000 }, {}, 0.999_99)[0]).toBe("9000 then 2 of 4");
  expect(series({ status: 429 }, {}, 0.999_99)[0]).toBe("30000 then 2 of 7");
});

test.each([1, 3, 100])("a rate limit without a hint has six fixed waits with `max_retries: %i`", (retries) => {
  const waits = [30_000, 60_000, 120_000, 240_000, 480_000, 960_000];
  expect(series({ status: 429 }, { retries, mostComputed: 1_000 })).toEqual(
    waits.map((wait, at) => `${wait} then ${at + 2} of 7`),
  );
});

test("one with a hint counts as any other failure", () => {
  expect(series({ status: 429, hint: 5 }, { retries: 1 })).toEqual(["5 then 2 of 2"]);
});

test("failures of both kinds have counts of their own", () => {
  const [limited, broken] = [failure({ status: 429 }), failure({ status: 500 })];
  const before = [limited, broken, limited, broken].reduce(withFailure, NONE);
  expect(before).toEqual({ unhinted: 2, others: 2 });
  const after = (failed: FailedRequest) => stepAfter(failed, before, DEFAULTS, () => 0);
  expect(after(limited)).toEqual({ kind: "wait", milliseconds: 120_000, attempt: 6, of: 9 });
  expect(after(broken)).toEqual({ kind: "wait", milliseconds: 4_000, attempt: 6, of: 6 });
});

test.each<readonly [Partial<RetrySettings>, Failures]>([
  [{ retries: 4_294_967_295 }, { unhinted: 0, others: 4_294_967_294 }],
  [
    { baseDelay: 2 ** 64, mostComputed: 2 ** 64 },
    { unhinted: 0, others: 2 },
  ],
  [
    { retries: 4_294_967_295, baseDelay: 0 },
    { unhinted: 0, others: 100_000 },
  ],
])("any numbers of the configuration give a wait with an end: %j", (settings, before) => {
  const step = stepAfter(failure({ status: 500 }), before, { ...DEFAULTS, ...settings }, () => 0);
  if (step.kind !== "wait") return expect.unreachable();
  expect(Number.isSafeInteger(step.milliseconds)).toBe(true);
  expect(new Date(Date.UTC(2027, 0) + step.milliseconds).toISOString()).toMatch(/^20\d\d-/);
});

test.each<readonly [Failing, string]>([
  [{ status: 529 }, "the provider `lab` is overloaded"],
  [{ status: 200, codes: ["overloaded_error"] }, "the provider `lab` is overloaded"],
  [{ status: 429 }, "the provider `lab` limits the rate of requests"],
  [{ status: 200, codes: ["rate_limit_error"] }, "the provider `lab` limits the rate of requests"],
  [{ status: 503 }, "it failed"],
  [{ cause: "broken" }, "it failed"],
])("%j is told as: %s", (failing, why) => {
  expect(whyWaiting(failure(failing))).toBe(why);
});
