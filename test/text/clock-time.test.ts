/** A moment by the clock on the wall of the reader. */
import { expect, test } from "vitest";
import { clockTime } from "../../src/text/clock-time.js";

/** In the time zone of this machine. */
const at = (day: number, hour: number, minute: number, second = 0): Date =>
  new Date(2026, 10, day, hour, minute, second);

test.each([
  ["soon: with seconds", at(28, 14, 3, 7), "14:03:07"],
  ["just over: with seconds", at(28, 14, 0, 2), "14:00:02"],
  ["later today", at(28, 18, 5, 9), "18:05"],
  ["tomorrow", at(29, 1, 0), "2026-11-29 01:00"],
  ["on the same day of another year", new Date(2030, 10, 28, 9, 30), "2030-11-28 09:30"],
])("%s", (_, moment, text) => {
  expect(clockTime(moment.toISOString(), at(28, 14, 1).getTime())).toBe(text);
});

test.each(["", "soon", "2026-99-99T00:00:00Z"])("%j is no time", (text) => {
  expect(clockTime(text, 0)).toBe("");
});
