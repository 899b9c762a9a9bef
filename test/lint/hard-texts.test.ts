/** Texts made to cost much time or stack: each is answered and reported in all forms, however large it is. */
import { expect, test } from "vitest";
import { format } from "../../src/toolkit/format.js";
import { lint } from "../../src/toolkit/lint.js";
import { cases, some } from "../cases.js";
import { answer, inFormats, MISTAKES, REPETITIONS } from "./hard-texts.js";

const MIB = 1024 * 1024;

/** Mistakes for which `pretty` leaves some out. */
const ENOUGH = 200;

test.each(some(inFormats(REPETITIONS)))("%s: 1 MiB of %s", (format, _, text) => {
  expect(answer(text(Math.floor(MIB / text(1).length)), format)).not.toBe("");
});

test.each(MISTAKES)("many %s on one line", (_, most, text) => {
  const result = lint({ texts: [{ file: "config", text: text(cases(most) + ENOUGH), format: "json" }] });
  expect(JSON.parse(format(result, "json")).diagnostics.length).toBe(result.diagnostics.length);
  expect(format(result, "pretty")).toContain("more not shown");
});

/** More than a thousand findings of one mistake in one text are not listed. */
test.each([
  ["commands", (count: number) => `tui: {a: "${"$(a)".repeat(count)}"}`, "substitution/disabled"],
  ["commands as defaults", (count: number) => `tui: {a: "${"${A:-b}".repeat(count)}"}`, "substitution/disabled"],
  ["names that are numbers", (count: number) => "1: a\n".repeat(count), "syntax/unsupported-yaml"],
  ["equal names", (count: number) => "tui: {}\n".repeat(count), "syntax/duplicate-key"],
])("a thousand of %s are reported", (_, text, rule) => {
  const { diagnostics } = lint({ texts: [{ file: "config.yaml", text: `version: 3\n${text(2000)}` }] });
  expect(diagnostics.filter((one) => one.rule === rule)).toHaveLength(1000);
});
