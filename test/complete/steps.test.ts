/** The work of a completion in a long file is that of its entry, not of judging the file: counted, in the whole program. */
import { expect, test } from "vitest";
import { completionsAt } from "../../src/service/complete/complete.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { stepsOf } from "../steps.js";
import { snapshotOf } from "./ask.js";

const ENTRIES = Array.from(
  { length: 1250 },
  (_, index) => `  model-${index}:\n    provider: alpha\n    class: full\n    context_window: 1000\n`,
);
const HEAD = "version: 3\nproviders:\n  alpha: { kind: { type: catalog, name: alpha } }\nmodels:\n";

/** A file of 5,000 lines with one more line in an entry in its middle, and the offset at the end of that line. */
function typedIn(line: string): { readonly text: string; readonly offset: number } {
  const before = HEAD + ENTRIES.slice(0, 700).join("") + line;
  return { text: `${before}\n${ENTRIES.slice(700).join("")}`, offset: before.length };
}

const snapshot = snapshotOf({ global: HEAD + ENTRIES.join("") });

test.each([
  ["a key", "    "],
  ["half a key", "    reas"],
  ["a value", "    variant: "],
  ["a key that is there already", "    class: "],
  ["a provider", "  other:\n    provider: "],
  ["an unclosed quote", '    variant: "'],
  ["unclosed brackets", "    reasoning: { type: "],
])("%s", async (_, line) => {
  const { text, offset } = typedIn(line);
  const known = { snapshot, variables: [] };
  const complete = (): unknown =>
    completionsAt({ text, format: "yaml", shape: configShape, scope: "global" }, offset, known);
  complete();
  const whole = await stepsOf(() => snapshotOf({ global: HEAD + ENTRIES.join("") }).findings);
  expect(await stepsOf(complete)).toBeLessThan(whole / 4);
});
