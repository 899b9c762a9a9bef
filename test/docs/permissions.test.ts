/** docs/permissions.md: every example is files and what commands say about them. `--update` rewrites what they say. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OWN_TOOLS } from "../../src/toolkit/judge/permissions/tools.js";
import { consolesIn, filesIn, withRealOutput } from "./examples.js";

const page = readFileSync("docs/permissions.md", "utf8");

test("what the page shows is what the commands say", async () => {
  const real = [];
  for (const part of page.split(/^(?=### )/m)) real.push(await withRealOutput(part, filesIn(part), ["stdout"]));
  await expect(real.join("")).toMatchFileSnapshot("../../docs/permissions.md");
});

test("every example has files and commands", () => {
  const examples = page.split(/^### /m).slice(1);
  expect(examples.length).toBeGreaterThan(5);
  const bare = examples.filter((one) => consolesIn(one).length === 0 || Object.keys(filesIn(one)).length === 0);
  expect(bare).toEqual([]);
});

test("the page names every field and tool", () => {
  const { properties } = JSON.parse(readFileSync("schema/permissions.schema.json", "utf8")).$defs.Rule;
  for (const name of [...Object.keys(properties), ...OWN_TOOLS]) expect(page).toContain(`\`${name}\``);
});
