/** What `inspect` needs several times is worked out once: counted, in the whole program. */
import { expect, test } from "vitest";
import { pageOf } from "../../src/service/inspect/page/page.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { callsOf, stepsOf } from "../steps.js";
import { inspected } from "./inspected.js";

const providers = (count: number, key: string): string => {
  const all = Array.from(
    { length: count },
    (_, n) =>
      `  p${n}: { kind: { type: custom_beta_compatible }, url: "https://p${n}.example", auth: { type: static_key, key: ${key} } }\n`,
  );
  return `version: 3\nconfig_command_substitution: true\nproviders:\n${all.join("")}`;
};

test.each([
  ["variables", '"${KEY}"'],
  ["commands", '"$(pass key)"'],
  ["variables with commands behind them", '"${KEY:-$(pass key)}"'],
])("a file is searched for its secrets twice, for its lines and for its commands: %s", async (_, key) => {
  const place = machine({ [GLOBAL]: providers(40, key) });
  const { "mean/redaction/hidden:hiddenSpans": searches } = await callsOf(["mean/redaction/hidden:hiddenSpans"], () =>
    inspected(place),
  );
  expect(searches).toBeLessThanOrEqual(2);
});

test("what waits for a vouch is found once: the page and its list of changes share it", async () => {
  const place = machine({ [GLOBAL]: "version: 3\n", [PROJECT]: providers(3, "abc") });
  const name = "judge/analysis/withheld:changed";
  const { [name]: rounds } = await callsOf([name], () => inspected(place));
  // One round that withholds values, and one that finds no more.
  expect(rounds).toBe(2);
});

test("the page of twice as many entries is at most twice the work", async () => {
  const page = (count: number) =>
    stepsOf(() => {
      const place = machine({ [GLOBAL]: providers(count, '"$(pass key)"') });
      return pageOf(inspected(place).facts, place.host);
    });
  await page(50);
  const few = await page(100);
  expect(await page(200)).toBeLessThan(few * 2.1);
});
