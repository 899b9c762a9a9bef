/** The waits between attempts to connect a server. */
import { expect, test } from "vitest";
import { type ProblemKind, ServerProblem } from "../../src/agent/session/mcp/problem.js";
import { Attempts } from "../../src/agent/session/mcp/waits.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";

/** The waits after attempts that fail at once, up to the one after which there is none. */
function waits(kind: ProblemKind, renews: boolean): readonly number[] {
  const attempts = new Attempts(new HandClock(), renews);
  const all: number[] = [];
  for (;;) {
    attempts.begin();
    const wait = attempts.after(new ServerProblem("it ended", kind));
    if (wait === undefined) return all;
    all.push(wait);
  }
}

test("each wait is twice the one before, up to the longest, and there is an end", () => {
  const doubling = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map((wait) => wait * 1_000);
  for (const kind of ["again", "unreachable", "closed"] as const) expect(waits(kind, true)).toEqual(doubling);
  expect(doubling).toHaveLength(limits.mcpRetries);
});

test("an expired session is set up at once where the configuration says so, and a second one waits", () => {
  expect(waits("expired", true)).toEqual([0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  expect(waits("expired", false)).toEqual([]);
});

test("what another attempt cannot change is not tried again", () => {
  for (const kind of ["final", "login"] as const) expect(waits(kind, true)).toEqual([]);
});

test("failures are forgotten when a connection held for long", () => {
  const clock = new HandClock();
  const attempts = new Attempts(clock, false);
  for (let failure = 0; failure < 3 * limits.mcpRetries; failure += 1) {
    attempts.begin();
    clock.pass(limits.mcpSteady);
    expect(attempts.after(new ServerProblem("it ended"))).toBe(limits.mcpRetryFirst);
  }
});
