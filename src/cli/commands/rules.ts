/** `agentcfg rules`: lists every rule. */
import { ruleInfos } from "../../rules/info.js";
import { printableJson } from "../../text/escape.js";
import { command, EXIT } from "../command.js";
import { readPage } from "../rule-page.js";
import { ruleTable } from "../rule-table.js";
import { print } from "../terminal.js";

export const rules = command<{ readonly format: "pretty" | "json" }>({
  examples: [
    { line: "agentcfg rules", describe: "a line for each" },
    { line: "agentcfg rules --format json", describe: "all that their pages say" },
  ],
  options: [{ flags: "--format <format>", describe: "how to list", choices: ["pretty", "json"], default: "pretty" }],
  run: async (terminal, _, { format }) => {
    const pages = (): object => ruleInfos.map((rule) => ({ ...rule, ...readPage(terminal, rule.id) }));
    await print(terminal.stdout, format === "json" ? `${printableJson(pages())}\n` : ruleTable(ruleInfos));
    return EXIT.ok;
  },
});
