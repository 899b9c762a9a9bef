/** S18: while substitution is off, both forms stay literal text. */
import { SWITCH } from "../../../mean/substitution/find.js";
import type { Rule } from "../rule.js";
import { escapeOf, staysLiteral } from "../sketch.js";

export const rule: Rule<"command-disabled"> = {
  id: "substitution/disabled",
  severity: "warning",
  words: {
    "command-disabled": ({ part }) => ({
      ...staysLiteral(part, `\`${SWITCH}\` is not on`),
      help: `set \`${SWITCH}: true\` in the global config; ${escapeOf(part)}`,
    }),
  },
};
