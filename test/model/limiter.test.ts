/** One limiter a provider and process (P-S101): while one request waits because of a rate limit, no other is sent to that provider. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { Limiter } from "../../src/agent/session/model/retry/limiter.js";
import { settled } from "../daemon/bench.js";
import { HandClock } from "../ports/hand-clock.js";

function free(limiter: Limiter, provider: string, signal: AbortSignal): { isFree: boolean } {
  const state = { isFree: false };
  void limiter.free(provider, signal).then(() => {
    state.isFree = true;
  });
  return state;
}

test("others wait until the last hold of their provider has ended, and those of other providers do not", async () => {
  const clock = new HandClock();
  const limiter = new Limiter(clock);
  const { signal } = new AbortController();
  const releases = [limiter.hold("a", 1_000), limiter.hold("a", 5_000)];
  expect([limiter.rest("a"), limiter.rest("b")]).toEqual([5_000, undefined]);
  clock.pass(2_000);
  expect(limiter.rest("a")).toBe(3_000);
  const [a, b] = [free(limiter, "a", signal), free(limiter, "b", signal)];
  await settled(2);
  expect([a.isFree, b.isFree]).toEqual([false, true]);
  releases[1]?.();
  await settled(2);
  // The shorter one is over by its time, but its request has not gone on.
  expect([a.isFree, limiter.rest("a")]).toEqual([false, 0]);
  releases[0]?.();
  await settled(2);
  expect([a.isFree, limiter.rest("a")]).toEqual([true, undefined]);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("who is cancelled waits no longer, and leaves the hold as it is", async () => {
  const limiter = new Limiter(new HandClock());
  const abort = new AbortController();
  const release = limiter.hold("a", 1_000);
  const one = free(limiter, "a", abort.signal);
  const other = free(limiter, "a", new AbortController().signal);
  abort.abort();
  await settled(2);
  expect([one.isFree, other.isFree, limiter.rest("a")]).toEqual([true, false, 1_000]);
  release();
  release();
  await settled(2);
  expect([other.isFree, limiter.rest("a")]).toEqual([true, undefined]);
});

test("names of providers are data", () => {
  const limiter = new Limiter(new HandClock());
  expect(limiter.rest("constructor")).toBe(undefined);
  limiter.hold("__proto__", 5)();
  expect(limiter.rest("__proto__")).toBe(undefined);
});
