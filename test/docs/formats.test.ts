/** The page on formats: it tells of each of them, and its commands are commands. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXCHANGE_FORMATS, reporters } from "../../src/toolkit/judge/report/reporters.js";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";

const page = readFileSync("docs/formats.md", "utf8");

test("every format is in the table, and has a snippet if it is for another program", () => {
  const rows = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual([...Object.keys(reporters), ...EXCHANGE_FORMATS]);
  const sections = page.split(/^## /m).filter((section) => section.includes("```"));
  expect(sections.slice(1).map((section) => section.split("\n", 1)[0])).toEqual([...EXCHANGE_FORMATS]);
});

test("every command runs, and writes the files that it names", async () => {
  const commands = [...page.matchAll(/^[^\n|]*?agentcfg (lint --format [^\n|']*)/gm)].map(([, words = ""]) =>
    words.trim(),
  );
  expect(commands.length).toBeGreaterThanOrEqual(8);
  for (const command of commands.filter((one) => !one.includes("FORMAT"))) {
    const at = machine({ [PROJECT]: "version: 3\ntui: { theme: drak }\n" });
    expect((await at.run(command.split(" "))).code, command).toBe(1);
    for (const [, file = ""] of command.matchAll(/:(\S+)/g)) expect(at.read(file)).toContain("drak");
  }
});

test("every variable that tells of an agent is named", () => {
  const names = readFileSync("src/cli/lint/reporting/agents.ts", "utf8").match(/(?<=")[A-Z_]{4,}(?=")/g) ?? [];
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(page).toContain(`\`${name}\``);
});
