/** S18: while substitution is off, both forms stay literal text. */
import { isVariableName } from "../../../../text/variable.js";
import { SWITCH } from "../../../mean/substitution/find.js";
import type { FactOf } from "../fact.js";
import type { Rule } from "../rule.js";
import { escapeOf, staysLiteral } from "../sketch.js";

export const rule: Rule<"command-disabled"> = {
  id: "substitution/disabled",
  severity: "warning",
  words: {
    "command-disabled": ({ part }) => ({
      ...staysLiteral(part, `\`${SWITCH}\` is not on`),
      help: `${instead(part)}set \`${SWITCH}: true\` in the global config; ${escapeOf(part)}`,
    }),
  },
};

/** People write a text behind `:-`, as in a shell, or a variable in round brackets: the variable alone is what they can have. */
function instead(part: FactOf<"command-disabled">["part"]): string {
  if (part.kind === "command") {
    const word = part.command.trim();
    return isVariableName(word) ? `round brackets are for commands: write \`\${${word}}\` for the variable, or ` : "";
  }
  return `the right side of \`:-\` is a command, not a text: write \`\${${part.name}}\`, or `;
}
