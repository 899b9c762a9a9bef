/** docs/layers.md: every example is two files and what comes of them. `--update` rewrites what comes of them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { parsePath } from "../../src/text/path.js";
import { dataAt, type Json } from "../../src/toolkit/read/document/data.js";
import { type Env, type Files, machine } from "../machine/machine.js";
import { consolesIn, filesIn, withRealOutput } from "./examples.js";

const page = readFileSync("docs/layers.md", "utf8");

const LOADED = /^(?:With `(\w+)=([^`]*)`, )?`load\(\)` has at `([^`]+)`:\n\n```yaml\n[\s\S]*?```$/gm;

/** What is loaded at a path, as YAML. */
async function loaded(path: string, files: Files, env: Env): Promise<string> {
  const { config } = await machine(files, { env }).load();
  return stringify(dataAt((config ?? {}) as unknown as Json, parsePath(path) ?? []), { lineWidth: 0 });
}

async function asItIs(example: string): Promise<string> {
  const files = filesIn(example);
  let text = await withRealOutput(example, files, ["stdout"]);
  for (const [block, name, value = "", path = ""] of example.matchAll(LOADED)) {
    const real = await loaded(path, files, name === undefined ? {} : { [name]: value });
    text = text.replace(block, () => `${block.slice(0, block.indexOf("```yaml"))}\`\`\`yaml\n${real}\`\`\``);
  }
  return text;
}

test("what the page says comes of two layers is what comes of them", async () => {
  const parts = page.split(/^(?=### )/m);
  expect(parts.length).toBeGreaterThan(12);
  const real = [];
  for (const part of parts) real.push(await asItIs(part));
  await expect(real.join("")).toMatchFileSnapshot("../../docs/layers.md");
});

test("every example has something come of it", () => {
  const examples = page.split(/^### /m).slice(1);
  const silent = examples.filter((example) => consolesIn(example).length === 0 && example.match(LOADED) === null);
  expect(silent).toEqual([]);
  expect(examples.filter((example) => Object.keys(filesIn(example)).length === 0)).toEqual([]);
});
