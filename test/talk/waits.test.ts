/** A turn that waits for its provider, as somebody sees it who is attached (P-S101). */
import { expect, test } from "vitest";
import { clockTime } from "../../src/text/clock-time.js";
import { HandClock } from "../ports/hand-clock.js";
import { ScriptedDaemon } from "./scripted-daemon.js";
import { Talker } from "./talker.js";

const WHY = "the provider `lab` is overloaded";

function waitOf(clock: HandClock, seconds: number) {
  return { until: new Date(clock.now() + seconds * 1000).toISOString(), attempt: 2, of: 4, why: WHY };
}

const lineOf = (clock: HandClock, until: string): string =>
  `agent: waits until ${clockTime(until, clock.now())} for attempt 2 of 4: ${WHY}; Ctrl-C cancels\n`;

test.each([5, 3600, 100_000])(
  "a wait of %i seconds is a line, with its end by the clock of the reader",
  async (seconds) => {
    const clock = new HandClock();
    const daemon = new ScriptedDaemon();
    const wait = waitOf(clock, seconds);
    daemon.onPrompt = (_, promptId) => daemon.push("turn_waiting", { prompt_id: promptId, ...wait });
    const talker = new Talker(daemon, { clock });
    await talker.sees("> ");
    talker.type("go\n");
    await talker.sees(lineOf(clock, wait.until));
  },
);

test("whoever comes during the wait hears of it, and nobody of one that is over", async () => {
  const clock = new HandClock();
  for (const [seconds, count] of [
    [600, 1],
    [-1, 0],
  ] as const) {
    const daemon = new ScriptedDaemon();
    const wait = waitOf(clock, seconds);
    daemon.start("p");
    daemon.retry = wait;
    const talker = new Talker(daemon, { clock, isTTY: false });
    while (!daemon.asked.some(({ line }) => line === "GET /events")) await new Promise(setImmediate);
    daemon.push("turn_waiting", { prompt_id: "p", ...waitOf(clock, 900) });
    await talker.sees(lineOf(clock, waitOf(clock, 900).until));
    expect(talker.stderr.split(lineOf(clock, wait.until)).length - 1).toBe(count);
  }
});

test("what a daemon says of it does nothing to a terminal", async () => {
  const clock = new HandClock();
  const daemon = new ScriptedDaemon();
  const wait = { ...waitOf(clock, 5), why: "\x1b[2Jgone\nagent: all is well" };
  daemon.onPrompt = (_, promptId) => daemon.push("turn_waiting", { prompt_id: promptId, ...wait });
  const talker = new Talker(daemon, { clock });
  talker.type("go\n");
  await talker.sees("; Ctrl-C cancels\n");
  expect(talker.stderr).not.toMatch(/\x1b\[2J|\nagent: all/);
});

test("a question whose time is over is said to be over", async () => {
  const daemon = new ScriptedDaemon();
  daemon.onPrompt = () => daemon.ask("q", { kind: "question", text: "Wait 60 minutes?", choices: ["wait", "give up"] });
  const talker = new Talker(daemon);
  talker.type("go\n");
  await talker.sees("2. give up\n");
  daemon.resolve("q", "expired");
  await talker.sees("agent: the question is over: the wait has ended\n");
});
