/** `agentcfg rules`: lists every rule. */

import { type RuleInfo, ruleInfos as rules } from "../rules/info.js";
import { printableJson } from "../text/printable.js";
import { readPage } from "./explain-rule.js";
import { print, type Terminal } from "./terminal.js";

export async function runRules(terminal: Terminal, format: "pretty" | "json"): Promise<number> {
  await print(
    terminal.stdout,
    format === "json" ? `${printableJson(rules.map((rule) => withPage(terminal, rule)))}\n` : table(),
  );
  return 0;
}

function withPage(terminal: Terminal, rule: RuleInfo): object {
  return { ...rule, ...readPage(terminal, rule.id) };
}

function table(): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(
    ({ id, severity, fixable, summary }) =>
      `${id.padEnd(width)}  ${severity.padEnd(7)}  ${fixable ? "fix" : "   "}  ${summary}\n`,
  );
  return lines.join("");
}
