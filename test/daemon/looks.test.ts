/** Looks at a file that somebody asks for, at whatever moment. */
import { expect, test } from "vitest";
import { Looks } from "../../src/agent/session/daemon/looks.js";
import { HandClock } from "../ports/hand-clock.js";

/** Somebody who looks at `file.now` twice a second; a look takes as long as `looking` says. */
function watching(looks: Looks, file: { now: number }, looking: () => Promise<void> = () => Promise.resolve()) {
  const ending = new AbortController();
  const seen = { last: 0, count: 0 };
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const { now } = file;
      await looking();
      seen.last = now;
      seen.count += 1;
      await looks.pause(500, ending.signal);
    }
    looks.end();
  }
  const over = run();
  const stop = (): Promise<void> => {
    ending.abort();
    return over;
  };
  return { seen, stop };
}

test("what was written before it is asked for is seen when it has ended", async () => {
  const looks = new Looks(new HandClock());
  const file = { now: 0 };
  const { seen, stop } = watching(looks, file);
  for (let at = 1; at <= 5; at += 1) {
    file.now = at;
    await Promise.all([looks.again(), looks.again()]);
    expect(seen.last).toBe(at);
  }
  await stop();
});

test("a look that has begun may have missed it, and another one follows", async () => {
  const looks = new Looks(new HandClock());
  const file = { now: 0 };
  let go = (): void => {};
  const { seen, stop } = watching(looks, file, () => new Promise<void>((resolve) => (go = resolve)));
  file.now = 1;
  const asked = looks.again();
  go();
  await new Promise(setImmediate);
  expect(seen).toEqual({ last: 0, count: 1 });
  go();
  await asked;
  expect(seen).toEqual({ last: 1, count: 2 });
  await stop();
});

test("else somebody looks when a while has passed, and no later than that", async () => {
  const clock = new HandClock();
  const { seen, stop } = watching(new Looks(clock), { now: 0 });
  await new Promise(setImmediate);
  clock.pass(499);
  await new Promise(setImmediate);
  expect(seen.count).toBe(1);
  clock.pass(1);
  await new Promise(setImmediate);
  expect(seen.count).toBe(2);
  await stop();
});

test("when nobody looks any more, nobody waits for it", async () => {
  const looks = new Looks(new HandClock());
  const { stop } = watching(looks, { now: 0 });
  const asked = looks.again();
  await stop();
  await expect(Promise.all([asked, looks.again()])).resolves.toBeDefined();
});
