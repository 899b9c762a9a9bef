import { expect, test } from "vitest";
import type { Pair } from "../../src/playground/address.js";
import { effectOf, type Row } from "../../src/playground/effective.js";
import { EXAMPLES } from "../../src/playground/examples.js";
import { runOf } from "../../src/playground/judged.js";

function effect(global: string, project = "", defaults = false) {
  const pair: Pair = { global: { text: global, format: "yaml" }, project: { text: project, format: "yaml" } };
  return effectOf(runOf(pair), { defaults });
}

const brief = ({ path, value, from, lost }: Row): string =>
  [
    `${path} = ${value} (${from?.layer})`,
    ...lost.map((one) => `not ${one.value} (${one.from.layer}: ${one.why})`),
  ].join(" ");

test("a value of the project is above the user's, which is shown with the reason", () => {
  expect(effect("version: 3\ntui: { theme: light }\n", "version: 3\ntui: { theme: dark }\n").rows.map(brief)).toEqual([
    `tui.theme = "dark" (project) not "light" (global: a higher layer sets another value)`,
  ]);
});

test("defaults are rows if they are asked for", () => {
  const paths = (defaults: boolean) =>
    effect("version: 3\ntui: { theme: light }\n", "", defaults).rows.map(({ path }) => path);
  expect(paths(false)).toEqual(["tui.theme"]);
  expect(paths(true)).toContain("tui.alt-screen");
});

test("a project's value that waits says so", () => {
  const [url] = effectOf(runOf(EXAMPLES[0]?.pair as Pair), { defaults: false }).rows.filter(
    ({ path }) => path === "providers.lab.url",
  );
  expect(url?.condition).toMatch(/once you vouch/);
  expect(url?.lost.map(({ value }) => value)).toEqual([`"https://llm.lab.example/v1"`]);
});

test.each(["", "models: [", "version: 300\n"])("with a user's file that is %j nothing is in effect", (text) => {
  expect(effect(text).rows).toEqual([]);
});

test("errors are remarks", () => {
  expect(effect("version: 3\ntui: { theme: 1 }\n").remarks).toEqual(["does not load: 1 error"]);
});
