/** The looks after which an open output counts as silent, by the processes that each look finds. */
import { expect, test } from "vitest";
import type { ListedProcess } from "../../src/agent/machine/node/process-session.js";
import { Silence } from "../../src/agent/machine/node/silence.js";

/** A state of Linux, and milliseconds of processor time. */
type Seen = readonly [state: string, worked: number];

const listed = (seen: readonly Seen[]): readonly ListedProcess[] =>
  seen.map(([state, worked], index) => ({ pid: index + 2, state, group: 1, session: 1, started: "1", worked }));

/** The number of looks until the output is silent, if the same processes are seen again and again. */
function looksUntilQuiet(seenAt: (look: number) => readonly Seen[], silence = new Silence()): number {
  let looks = 0;
  while (!silence.isQuiet) {
    silence.look(listed(seenAt(looks)));
    looks += 1;
  }
  return looks;
}

test.each<[string, (look: number) => readonly Seen[], number]>([
  ["no process, or a system that lists none", () => [], 4],
  ["a process that sleeps", () => [["S", 20]], 4],
  [
    "a zombie and a stopped process",
    () => [
      ["Z", 0],
      ["T", 0],
    ],
    4,
  ],
  ["a process that waits for the processor for three looks", (look) => [[look < 3 ? "R" : "S", 0]], 7],
  [
    "one that waits for the disk beside one that sleeps",
    (look) => [
      ["S", 0],
      [look < 2 ? "D" : "S", 10],
    ],
    6,
  ],
  ["one that sleeps between", (look) => [[look % 2 === 0 ? "R" : "S", 0]], 8],
  ["one that computes, in 50 of 50 milliseconds", (look) => [["R", 1000 + look * 50]], 8],
  [
    "two that compute",
    (look) => [
      ["R", look * 50],
      ["R", look * 50],
    ],
    6,
  ],
  ["one that gets a tenth of the processor", (look) => [["R", look * 5]], 44],
  ["one that never gets the processor", () => [["R", 0]], 204],
  [
    "a shell that starts programs without end",
    (look) => [
      ["S", look * 10],
      ["R", 0],
    ],
    24,
  ],
])("%s", (_, seenAt, looks) => {
  expect(looksUntilQuiet(seenAt)).toBe(looks);
});

test("output breaks the silence, and a process may compute anew", () => {
  const silence = new Silence();
  expect(looksUntilQuiet((look) => [["R", look * 50]], silence)).toBe(8);
  silence.break();
  expect(silence.isQuiet).toBe(false);
  expect(looksUntilQuiet((look) => [["R", 400 + look * 50]], silence)).toBe(8);
  silence.break();
  expect(looksUntilQuiet(() => [], silence)).toBe(4);
});
