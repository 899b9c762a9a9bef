/** Messages of a server: found in bytes however they are cut, and heard at a bounded pace. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Inbox } from "../../src/agent/run/mcp/inbox.js";
import { Lines } from "../../src/agent/run/mcp/lines.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { HandClock } from "../ports/hand-clock.js";

test("lines are the same however their bytes are cut, up to the longest", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replaceAll("\n", ""));
  fc.assert(
    fc.property(fc.array(line), line, fc.array(fc.nat(300)), (whole, rest, cuts) => {
      const bytes = Buffer.from(whole.map((text) => `${text}\n`).join("") + rest);
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted((a, b) => a - b);
      const lines = new Lines(1_000);
      const found: string[] = [];
      for (const [index, place] of places.entries()) {
        lines.push(bytes.subarray(places[index - 1] ?? 0, place));
        for (let next = lines.next(); next !== undefined; next = lines.next()) found.push(next);
      }
      expect(found).toEqual(whole);
      expect(lines.isTooLong).toBe(false);
    }),
    { numRuns: cases(4_000) },
  );
});

test("a line of the longest length is one, and a longer one is none", () => {
  const lines = new Lines(5_000);
  lines.push(Buffer.from(`${"x".repeat(5_000)}\n`));
  expect(lines.next()).toHaveLength(5_000);
  for (let sent = 0; sent < 5_001; sent += 1) lines.push(Buffer.from("x"));
  expect(lines.next()).toBeUndefined();
  expect(lines.isTooLong).toBe(true);
  lines.push(Buffer.from("\nshort\n"));
  expect(lines.next()).toBeUndefined();
});

function inbox(): {
  readonly own: Inbox;
  readonly heard: () => number;
  readonly isHeld: () => boolean;
  readonly clock: HandClock;
} {
  const clock = new HandClock();
  let heard = 0;
  let isHeld = false;
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
  });
  return { own, clock, heard: () => heard, isHeld: () => isHeld };
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
