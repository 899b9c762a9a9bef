/** A file of the project is a prompt while it holds the bytes that its user vouches for, whatever was known of it before (S58). */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { PROJECT, promptsOf, type Texts, told, warned } from "./bench.js";

const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const TEXTS: Texts = {
  ".agent/facets/execute.md": "Work.",
  ".agent/subagents/look.md": "Look.",
  ".agent/skills/deploy/SKILL.md": "Deploy.",
  "prompts/own.md": "Own.",
  "AGENTS.md": "Use tabs.",
};
const VOUCHED = Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, sumOf(String(text))]));
const config = { facets: { own: { source: "./prompts//own.md" } } };
const ALL = ["execute project", "own project", "plan shipped", "general shipped", "look project", "deploy project"];
const OTHER =
  "it is new or has changed since you vouched for the project, so it does not count; `agentcfg trust` shows it";

async function loaded(changes: Texts = {}, prompts: Readonly<Record<string, string>> = VOUCHED, root = PROJECT) {
  const all = await promptsOf({ ...TEXTS, ...changes }, { config, standing: { root, prompts } });
  return { names: told([...all.facets, ...all.subagents, ...all.skills]), warned: warned(all), all };
}

test("as they were vouched for, all of them count", async () => {
  expect(await loaded()).toMatchObject({ names: ALL, warned: [] });
});

test.each([
  [".agent/facets/execute.md", "execute shipped"],
  [".agent/subagents/look.md", undefined],
  [".agent/skills/deploy/SKILL.md", undefined],
])("other bytes of %s do not count", async (name, instead) => {
  const { names, warned: said } = await loaded({ [name]: "Other." });
  const [, prompt = ""] = /(\w+)(?:\/SKILL)?\.md$/.exec(name) ?? [];
  expect(names).toEqual(ALL.flatMap((one) => (one === `${prompt} project` ? (instead ?? []) : [one])));
  expect(said).toEqual([`${name}: ${OTHER}`]);
});

test("other bytes of a file that the configuration names do not count", async () => {
  const { names, warned: said } = await loaded({ "prompts/own.md": "Other." });
  expect(names).not.toContain("own project");
  expect(said).toEqual([`facets.own.source: ./prompts//own.md: ${OTHER}`]);
});

test("a new file does not count, and what is not vouched for takes no name from the user's own", async () => {
  const { names, warned: said } = await loaded({ ".agent/facets/new.md": "New." });
  expect(names).toEqual(ALL);
  expect(said).toEqual([`.agent/facets/new.md: ${OTHER}`]);
});

test("instructions are read in any case", async () => {
  expect((await loaded({ "AGENTS.md": "Use blanks." })).all.instructions.map(({ text }) => text)).toEqual([
    "Use blanks.",
  ]);
});

test.each([
  ["no sum at all", {}],
  ["sums of names that every object inherits", { constructor: sumOf("x") }],
  ["the sum of another file", { ".agent/facets/execute.md": sumOf("Look.") }],
])("%s", async (_, prompts) => {
  expect((await loaded({}, prompts)).names).toEqual(["execute shipped", "plan shipped", "general shipped"]);
});

test("what was vouched for in another directory does not count here", async () => {
  const { names, all } = await loaded({}, VOUCHED, "/home/me/work/another");
  expect(names).toEqual(["execute shipped", "plan shipped", "general shipped"]);
  expect(all.warnings.map(({ text }) => text).join()).toContain("is not trusted");
});
