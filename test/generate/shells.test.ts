/** What is made from the table of commands: the scripts for shells, and the manual page. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/agent/main.js";
import { manualPage } from "./manual.js";
import { AGENT, TOOLKIT } from "./manual-pages.js";
import { bashScript } from "./shells/bash.js";
import { fishScript } from "./shells/fish.js";
import { commandTable } from "./shells/words.js";
import { zshScript } from "./shells/zsh.js";

const table = await commandTable();
const agentTable = await commandTable(COMMANDS);

const SHELLS = [
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
] as const;

test.each(SHELLS)("docs/completions/agentcfg.%s knows every command", async (shell, script) => {
  await expect(script(table)).toMatchFileSnapshot(`../../docs/completions/agentcfg.${shell}`);
});

test.each(SHELLS)("docs/completions/agent.%s knows every command", async (shell, script) => {
  await expect(script(agentTable, "agent")).toMatchFileSnapshot(`../../docs/completions/agent.${shell}`);
});

/** The day on which the page was last looked over. */
const DATE = "November 22, 2026";

test("docs/agentcfg.1 describes every command", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  await expect(manualPage(TOOLKIT, table, version, DATE)).toMatchFileSnapshot("../../docs/agentcfg.1");
});

test("docs/agent.1 describes every command", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  await expect(manualPage(AGENT, agentTable, version, DATE)).toMatchFileSnapshot("../../docs/agent.1");
});
