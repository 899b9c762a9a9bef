/** Operation windows: ten minutes by either clock, and no two more than needed (P-S24). */
import { expect, test } from "vitest";
import { Elapsed } from "../../src/agent/wire/core/elapsed.js";
import { Windows } from "../../src/agent/wire/core/windows.js";
import { TokenCodec, tagOf } from "../../src/agent/wire/protocol/token.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";

const codec = new TokenCodec(new Uint8Array(32).fill(7));

function windowsOf(clock: HandClock, epoch = "e", stream = "s", key = codec): Windows {
  return new Windows({ codec: key, stream: tagOf(stream), epoch: tagOf(epoch), clock, elapsed: new Elapsed(clock) });
}

test("C093 a window is open for 599,999 ms and over at 600,000 ms", () => {
  const clock = new HandClock();
  const windows = windowsOf(clock);
  const { window, issued_at, expires_at } = windows.current();
  expect(Date.parse(expires_at) - Date.parse(issued_at)).toBe(limits.operationWindow);
  clock.pass(599_999);
  expect([windows.judge(window), windows.rest(window)]).toEqual(["open", 1]);
  clock.pass(1);
  expect([windows.judge(window), windows.rest(window)]).toEqual(["over", 0]);
});

test("C286 the steady clock stands and the wall clock jumps: over; the wall clock steps back: over all the same", () => {
  const asleep = new HandClock();
  const windows = windowsOf(asleep);
  const { window } = windows.current();
  asleep.jump(11 * 60_000);
  expect(windows.judge(window)).toBe("over");

  const setBack = new HandClock();
  const others = windowsOf(setBack);
  const other = others.current().window;
  setBack.jump(-3_600_000);
  setBack.pass(599_999);
  expect(others.judge(other)).toBe("open");
  setBack.pass(1);
  expect(others.judge(other)).toBe("over");
});

test("C042 the newest window stays while two minutes remain, and at most two are open", () => {
  const clock = new HandClock();
  const windows = windowsOf(clock);
  const issued = new Set<string>();
  for (let second = 0; second < 3600; second += 1) {
    const { window, expires_at } = windows.current();
    issued.add(window);
    const rest = Date.parse(expires_at) - clock.now();
    expect(rest).toBeGreaterThanOrEqual(limits.windowRenewal);
    expect(rest).toBeLessThanOrEqual(limits.operationWindow);
    expect([...issued].filter((one) => windows.judge(one) === "open").length).toBeLessThanOrEqual(2);
    clock.pass(1000);
  }
  // The first, and one after every 480 seconds.
  expect(issued.size).toBe(Math.ceil(3600 / 481));
});

test("a window of an earlier epoch is told apart until its time is over by the wall clock", () => {
  const clock = new HandClock();
  const { window } = windowsOf(clock).current();
  clock.pass(60_000);
  const restarted = windowsOf(clock, "next");
  expect(restarted.judge(window)).toBe("earlier");
  clock.pass(539_999);
  expect(restarted.judge(window)).toBe("earlier");
  clock.pass(1);
  expect(restarted.judge(window)).toBe("over");
  const later = windowsOf(clock, "later");
  clock.jump(-3_600_000);
  clock.pass(600_000);
  expect(later.judge(window)).toBe("over");
});

test("another session's window, another installation's, another kind of token and no token are over", () => {
  const clock = new HandClock();
  const windows = windowsOf(clock);
  const { window } = windows.current();
  const about = { stream: tagOf("s"), epoch: tagOf("e"), position: clock.now(), extra: 0 };
  const others = [
    windowsOf(clock, "e", "other").current().window,
    windowsOf(clock, "e", "s", new TokenCodec(new Uint8Array(32).fill(8))).current().window,
    codec.encode({ kind: "sync_cursor", ...about }),
    ...["", "A".repeat(46), window.slice(0, -1), `${window}A`, window.toUpperCase()],
  ];
  expect(others.map((token) => windows.judge(token))).toEqual(others.map(() => "over"));
  expect(windows.judge(codec.encode({ kind: "operation_window", ...about }))).toBe("open");
});
