/** The mutants are still mistakes: each text stands in its source once. `npm run sim -- --mutants` shows that the simulator finds them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS } from "./mutants.js";

test("there are at least twelve, each with a name of its own", () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(12);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

test.each(MUTANTS)("$name: $file has its text once", ({ file, text, instead }) => {
  expect(readFileSync(file, "utf8").split(text)).toHaveLength(2);
  expect(instead).not.toBe(text);
});
