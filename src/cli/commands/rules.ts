/** `agentcfg rules`: lists every rule. */
import { ruleInfos } from "../../rules/info.js";
import { printableJson } from "../../text/escape.js";
import { command, EXIT } from "../command.js";
import { readPage } from "../explaining/rule-page.js";
import { ruleTable } from "../explaining/rule-table.js";
import { COLOR } from "../options.js";
import { paintOn } from "../terminal/painted.js";
import { type ColorChoice, print } from "../terminal/terminal.js";

interface RulesFlags {
  /** `pretty` is another word for `text`. */
  readonly format: "text" | "pretty" | "json";
  readonly color: ColorChoice;
}

export const rules = command<RulesFlags>({
  examples: [
    { line: "agentcfg rules", describe: "a line for each" },
    { line: "agentcfg rules --format json", describe: "all that their pages say" },
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
