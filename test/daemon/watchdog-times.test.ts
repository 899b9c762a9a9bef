/** The times of the watchdog over subagents, as a daemon takes them from its configuration (spec 2.11, P-S31). */
import { expect, test } from "vitest";
import { watchdogOf } from "../../src/agent/session/daemon/watchdog.js";
import { configOf, single } from "../model/asking.js";
import { HandClock } from "../ports/hand-clock.js";

/** Seconds until a request without a word stalls. */
async function stallsAfter(daemon: string): Promise<number | undefined> {
  const clock = new HandClock();
  let stalled: number | undefined;
  const config = await configOf(single("http://127.0.0.1:1/v1", "", "", daemon));
  watchdogOf({ config }, clock).begins(() => {
    stalled = clock.monotonic() / 1000;
  });
  clock.pass(10 * 60_000);
  return stalled;
}

const [THRESHOLD, INTERVAL, IDLE] = [
  "subagent_stall_threshold_secs",
  "subagent_liveness_watchdog_interval_secs",
  "provider_stream_idle_timeout_secs",
];

test.each([
  ["nothing", "", 180],
  ["another idle time", `${IDLE}: 200`, 260],
  ["an idle time of zero", `${IDLE}: 0`, 180],
  ["a threshold", `${THRESHOLD}: 35`, 40],
  ["a threshold of zero", `${THRESHOLD}: 0`, 180],
  ["a threshold of null", `${THRESHOLD}: null`, 180],
  ["both", `${THRESHOLD}: 35, ${INTERVAL}: 7`, 35],
  ["an interval longer than the threshold", `${THRESHOLD}: 5, ${INTERVAL}: 60`, 60],
  ["an interval of zero", `${THRESHOLD}: 35, ${INTERVAL}: 0`, 40],
  ["a threshold beyond all timers", `${THRESHOLD}: 18446744073709551615`, undefined],
  ["an interval beyond all timers", `${INTERVAL}: 18446744073709551615`, undefined],
])("%s", async (_, daemon, seconds) => {
  expect(await stallsAfter(daemon)).toBe(seconds);
});
