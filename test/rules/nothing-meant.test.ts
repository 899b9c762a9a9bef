/** What the author meant is guessed only where something is written. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";

const found = (text: string): readonly unknown[] =>
  lint({ texts: [{ file: "config.yaml", text, as: "global" }] }).diagnostics.map(({ rule, label, help }) => [
    rule,
    label,
    help,
  ]);

test("no name is meant by an empty text", () => {
  const models = "models: { a: { provider: p, class: full, context_window: 9000 } }\n";
  const providers = 'providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.test/v1" } }\n';
  for (const [key, rule] of [
    ['defaults: { full: "" }', "reference/unknown-model"],
    ['active_session: { default_exec_facet: "" }', "reference/unknown-facet"],
  ]) {
    const text = `version: 3\n${models}${providers}facets: { a: { description: x } }\n${key}\n`;
    const said = found(text).filter((one) => JSON.stringify(one).includes("did you mean"));
    expect([rule, said]).toEqual([rule, []]);
  }
});

test("a share of one that is a little above 1 is no percentage", () => {
  const at = (share: string): unknown => found(`version: 3\nmodels: { m: { compaction_threshold: ${share} } }\n`)[0];
  expect(at("1.0000001")).toEqual(["schema/out-of-range", "1.0000001 is out of range", undefined]);
  expect(at("80")).toEqual(["schema/out-of-range", "80 is out of range", "write `0.8` for 80 percent"]);
});
