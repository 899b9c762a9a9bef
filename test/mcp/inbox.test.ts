/** Messages of a server: heard at a bounded pace. */
import { expect, test } from "vitest";
import { Inbox } from "../../src/agent/session/mcp/inbox.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";

function inbox(): {
  readonly own: Inbox;
  readonly heard: () => number;
  readonly isHeld: () => boolean;
  /** The numbers of lines that were told as noise. */
  readonly noise: readonly number[];
  readonly clock: HandClock;
} {
  const clock = new HandClock();
  let heard = 0;
  let isHeld = false;
  const noise: number[] = [];
  const own = new Inbox(clock, {
    hear: () => {
      heard += 1;
    },
    blame: (clause) => {
      throw new Error(clause);
    },
    hold: (held) => {
      isHeld = held;
    },
    noise: (lines) => noise.push(lines),
  });
  return { own, clock, noise, heard: () => heard, isHeld: () => isHeld };
}

const message = Buffer.from('{"jsonrpc":"2.0","method":"x"}\n');

test("of a flood, the messages of a second are heard in a second, and nothing more is read meanwhile", () => {
  const { own, clock, heard, isHeld } = inbox();
  own.take(Buffer.concat(Array.from({ length: 3 * limits.mcpPace }, () => message)));
  expect(heard()).toBeLessThanOrEqual(limits.mcpPace / 10 + 1);
  expect(isHeld()).toBe(true);
  clock.pass(1_000);
  expect(heard()).toBeGreaterThan(limits.mcpPace * 0.9);
  expect(heard()).toBeLessThanOrEqual(limits.mcpPace * 1.1 + 1);
  clock.pass(3_000);
  expect(heard()).toBe(3 * limits.mcpPace);
  expect(isHeld()).toBe(false);
});

test("messages at an ordinary pace are heard at once", () => {
  const { own, clock, heard, isHeld } = inbox();
  for (let sent = 1; sent <= 5_000; sent += 1) {
    own.take(message);
    expect(heard()).toBe(sent);
    clock.pass(1);
  }
  expect(isHeld()).toBe(false);
});

test("after its end an inbox hears nothing and waits for nothing", () => {
  const { own, clock, heard } = inbox();
  own.take(Buffer.concat(Array.from({ length: 1_000 }, () => message)));
  const before = heard();
  own.end();
  clock.pass(10_000);
  own.take(message);
  expect(heard()).toBe(before);
  expect(clock.waiting).toBe(0);
});

const MESSAGE = message.toString();

test.each([
  ["no noise", `${MESSAGE}\n   \n${MESSAGE}`, []],
  ["a banner", `Forge 1.0\nready\n${MESSAGE}`, [2]],
  ["a banner, and more between messages", `Forge 1.0\n${MESSAGE}more\nand more\n${MESSAGE}`, [1]],
  ["nothing else", "Forge 1.0\nUsage: forge\n", [2]],
  ["JSON of something else", `{"level":"info"}\n[]\n${MESSAGE}`, [2]],
])("lines that are no messages are told once: %s", (_, text, told) => {
  const { own, noise } = inbox();
  own.take(Buffer.from(text));
  own.end();
  own.end();
  expect(noise).toEqual(told);
});
