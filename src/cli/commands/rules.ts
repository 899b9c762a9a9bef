/** `agentcfg rules`: lists all rules. */
import { command, EXIT } from "../../terminal/command.js";
import { COLOR } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, print } from "../../terminal/terminal.js";
import { printableJson } from "../../text/escape.js";
import { ruleInfos } from "../../toolkit/judge/rules/info.js";
import { readPage } from "../explain/rule-page.js";
import { ruleTable } from "../explain/rule-table.js";

interface RulesFlags {
  /** `pretty` is a synonym of `text`. */
  readonly format: "text" | "pretty" | "json";
  readonly color: ColorChoice;
}

export const rules = command<RulesFlags>({
  examples: [
    { line: "agentcfg rules", describe: "a line for each" },
    { line: "agentcfg rules --format json", describe: "with everything on their pages" },
  ],
  options: [
    { flags: "--format <format>", describe: "how to list", choices: ["text", "pretty", "json"], default: "text" },
    COLOR,
  ],
  run: async (terminal, _, { format, color }) => {
    const paint = await paintOn(terminal, color);
    const pages = (): object => ruleInfos.map((rule) => ({ ...rule, ...readPage(terminal, rule.id) }));
    await print(terminal.stdout, format === "json" ? `${printableJson(pages())}\n` : ruleTable(ruleInfos, paint));
    return EXIT.ok;
  },
});
