/** The list of all rules. */
import { expect, test } from "vitest";
import { ruleOf, rules } from "../../src/toolkit/judge/rules/index.js";

test("rules stand family by family, and in a family by name", () => {
  const families = [...new Set(rules.map(({ id }) => id.split("/")[0]))];
  expect(families.slice(0, 3)).toEqual(["syntax", "schema", "version"]);
  const sorted = families.flatMap((family) =>
    rules
      .filter(({ id }) => id.startsWith(`${family}/`))
      .map(({ id }) => id)
      .sort(),
  );
  expect(rules.map(({ id }) => id)).toEqual(sorted);
});

test("a rule is found by its id", () => {
  expect(rules.map(({ id }) => ruleOf(id))).toEqual(rules);
  expect(() => ruleOf("no/such-rule")).toThrow("no rule is called no/such-rule");
});
