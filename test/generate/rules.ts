/** docs/rules.md: every rule with its reasons, its examples and what the linter says of them. */
import type { Paint } from "../../src/report/pretty.js";
import { type RulePart, ruleParts } from "../../src/report/rule.js";
import { type RuleInfo, ruleInfos } from "../../src/rules/info.js";

const plain: Paint = { severity: (_, text) => text, strong: (text) => text, faint: (text) => text };

export function generateRules(): string {
  const familyOf = ({ id }: RuleInfo): string => id.split("/")[0] ?? "";
  const families = [...new Set(ruleInfos.map(familyOf))];
  const list = ruleInfos.map(({ id, severity, fixable, summary }) => {
    const anchor = id.replace("/", "");
    return `| [\`${id}\`](#${anchor}) | ${severity} | ${fixable ? "fix" : ""} | ${summary} |\n`;
  });
  return [
    "# Rules\n\n",
    "Made from the rules themselves by `npm run gen`; not edited by hand. `agentcfg explain RULE` prints the same at a terminal.\n\n",
    `| rule | severity | | reports |\n|---|---|---|---|\n${list.join("")}`,
    ...families.map((family) => {
      const rules = ruleInfos.filter((rule) => familyOf(rule) === family);
      return `\n## ${family}\n${rules.map(chapter).join("")}`;
    }),
  ].join("");
}

/** What docs/rules.md says of one rule. */
export function chapter(rule: RuleInfo): string {
  const { id, severity, fixable, summary } = rule;
  const head = `\n### \`${id}\`\n\n${severity}${fixable ? ", has a fix" : ""}: ${summary}\n\n`;
  return `${head}${ruleParts(rule, plain).map(asMarkdown).join("\n")}`;
}

function asMarkdown(part: RulePart): string {
  if (part.kind === "text") return `${part.text}\n`;
  const comment = { yaml: "# ", jsonc: "// ", text: "" }[part.language];
  const title = part.title === "the report" ? "" : `${comment}${part.title}\n`;
  return `\`\`\`${part.language}\n${title}${part.text.replace(/\n?$/, "\n")}\`\`\`\n`;
}
