/** `agentcfg rules`: lists every rule. */
import { ruleInfos as rules } from "../rules/info.js";
import { print, type Terminal } from "./terminal.js";

export async function runRules(terminal: Terminal, format: "pretty" | "json"): Promise<number> {
  await print(terminal.stdout, format === "json" ? `${JSON.stringify(rules, null, 2)}\n` : table());
  return 0;
}

function table(): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(
    ({ id, severity, fixable, summary }) =>
      `${id.padEnd(width)}  ${severity.padEnd(7)}  ${fixable ? "fix" : "   "}  ${summary}\n`,
  );
  return lines.join("");
}
