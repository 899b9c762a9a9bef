/** The files of a skill's folder, on a real disk: they are named in order, none of them is read, and nothing outside is named. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { loadPrompts } from "../../src/agent/session/prompts/load.js";
import { promptTools } from "../../src/agent/session/prompts/tools.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { temporary } from "../store/processes.js";
import { type Parts, TRUSTED } from "./bench.js";

let there: ReturnType<typeof temporary>;
beforeEach(() => {
  there = temporary();
  write("elsewhere/secret.txt", "s");
  write("project/.agent/skills/release/SKILL.md", "Release.");
});
afterEach(() => there.remove());

const at = (...names: readonly string[]): string => join(there.path, ...names);
const inSkill = (name: string): string => `project/.agent/skills/release/${name}`;

function write(name: string, text = ""): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

async function files(parts: Parts = {}): Promise<readonly string[]> {
  const { skills } = await loadPrompts({
    ...{ files: nodeFiles, project: at("project"), repository: at("project"), global: undefined },
    ...{ config: {}, followsLinks: true, standing: TRUSTED, ...parts },
  });
  return (await skills[0]?.files()) ?? [];
}

test("files in folders of the folder, in order, without its own text", async () => {
  for (const name of ["z.md", "a.md", "scripts/b.sh", "scripts/deep/c.sh"]) write(inSkill(name));
  mkdirSync(at(inSkill("empty")));
  expect(await files()).toEqual(["a.md", "scripts/b.sh", "scripts/deep/c.sh", "z.md"]);
});

test("links that lead out, in a circle or nowhere are not named", async () => {
  write(inSkill("a.md"));
  symlinkSync(at("elsewhere"), at(inSkill("out")));
  symlinkSync(at("elsewhere/secret.txt"), at(inSkill("secret")));
  symlinkSync(".", at(inSkill("circle")));
  symlinkSync("nothing", at(inSkill("nowhere")));
  symlinkSync("a.md", at(inSkill("inside.md")));
  expect(await files()).toEqual(["a.md", "inside.md"]);
  expect(await files({ followsLinks: false })).toEqual(["a.md"]);
});

test("a folder with thousands of files, and one of empty folders, end after a few", async () => {
  for (let at = 0; at < 2000; at += 1) write(inSkill(`many/${String(at).padStart(4, "0")}`));
  for (let index = 0; index < 2000; index += 1) mkdirSync(at(inSkill(`empty/${index}`)), { recursive: true });
  const named = await files();
  expect(named.length).toBeLessThanOrEqual(limits.skillFiles + 2);
});

test("the tool names at most a hundred, and harmless names alone", async () => {
  for (let index = 0; index < 150; index += 1) write(inSkill(`f${String(index).padStart(3, "0")}`));
  write(inSkill("a\u001b[31m\nb"));
  const { skills } = await loadPrompts({
    ...{ files: nodeFiles, project: at("project"), repository: at("project"), global: undefined },
    ...{ config: {}, followsLinks: true, standing: TRUSTED },
  });
  const tool = promptTools({ subagents: [], skills })[0];
  const result = await tool?.run({ name: "release" }, { signal: new AbortController().signal });
  const lines = result?.text.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  expect(lines).toHaveLength(limits.skillFiles + 1);
  expect([lines[0], lines.at(-1)]).toEqual(["- a\\x1b[31m\\nb", "- and more"]);
});
