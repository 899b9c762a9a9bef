/** When texts are checked, on a clock that the test moves. */
import { expect, test } from "vitest";
import { Schedule } from "../../src/lsp/publisher.js";

/** A machine without time of its own: a check takes `takes` milliseconds, and rounds of messages end when told. */
function still(takes: number): {
  readonly schedule: Schedule;
  readonly checks: number[];
  readonly round: () => void;
  readonly pass: (milliseconds: number) => Promise<void>;
} {
  let time = 0;
  let rounds: (() => void)[] = [];
  let pauses: { readonly until: number; readonly done: () => void }[] = [];
  const checks: number[] = [];
  const machine = {
    afterMessages: (then: () => void) => void rounds.push(then),
    clock: {
      now: () => time,
      pause: (milliseconds: number) => new Promise<void>((done) => pauses.push({ until: time + milliseconds, done })),
    },
  };
  const schedule = new Schedule(machine, () => {
    checks.push(time);
    time += takes;
  });
  const round = (): void => {
    const now = rounds;
    rounds = [];
    for (const then of now) then();
  };
  const pass = async (milliseconds: number): Promise<void> => {
    time += milliseconds;
    const over = pauses.filter(({ until }) => until <= time);
    pauses = pauses.filter(({ until }) => until > time);
    for (const { done } of over) done();
    await Promise.resolve();
    round();
  };
  return { schedule, checks, round, pass };
}

test("a check waits for a round without a message, and checks all that came before it once", () => {
  const { schedule, checks, round } = still(5);
  schedule.touch(10);
  schedule.touch(10);
  round();
  expect(checks).toEqual([]);
  round();
  expect(checks).toEqual([0]);
  schedule.touch(10);
  round();
  expect(checks).toHaveLength(2);
});

test("after a check of 80 milliseconds the next one waits as long", async () => {
  const { schedule, checks, round, pass } = still(80);
  schedule.touch(10);
  round();
  schedule.touch(10);
  round();
  expect(checks).toEqual([0]);
  await pass(79);
  expect(checks).toHaveLength(1);
  await pass(1);
  expect(checks).toEqual([0, 160]);
});

test.each([
  [1000, 40],
  [5000, 40],
])(
  "200 characters in two seconds in %i lines cost at most %i checks, and the last one is checked",
  async (lines, most) => {
    const { schedule, checks, round, pass } = still(8);
    for (let letter = 0; letter < 200; letter += 1) {
      schedule.touch(lines);
      round();
      await pass(10);
    }
    const before = checks.length;
    expect(before).toBeLessThanOrEqual(most);
    expect(before).toBeGreaterThan(10);
    await pass(1000);
    expect(checks.length).toBeGreaterThanOrEqual(before);
    schedule.touch(lines);
    await pass(1000);
    round();
    expect(checks.length).toBeGreaterThan(before);
  },
);

test("in a short text every message may be checked", async () => {
  const { schedule, checks, round, pass } = still(2);
  for (let letter = 0; letter < 20; letter += 1) {
    schedule.touch(100);
    round();
    await pass(10);
  }
  expect(checks).toHaveLength(20);
});
