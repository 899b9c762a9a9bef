/** What is made from the table of commands: the scripts for shells, and the manual page. */
import { expect, test } from "vitest";
import { bashScript } from "./shells/bash.js";
import { fishScript } from "./shells/fish.js";
import { commandTable } from "./shells/words.js";
import { zshScript } from "./shells/zsh.js";

const table = await commandTable();

test.each([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
])("completions/agentcfg.%s knows every command", async (shell, script) => {
  await expect(script(table)).toMatchFileSnapshot(`../../completions/agentcfg.${shell}`);
});
