/** Spec 1: values in a project config never run commands (S19). */
import { commandsAllowed, SWITCH } from "../../../mean/substitution/find.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import type { Rule } from "../rule.js";
import { escapeOf, staysLiteral } from "../sketch.js";

export const rule: Rule<"command-in-project"> = {
  id: "substitution/in-project",
  severity: "error",
  words: {
    "command-in-project": ({ part }, { global }) => ({
      ...staysLiteral(part, "commands never run in a project file"),
      related: commandsAllowed(global)
        ? [{ at: { ...keyAt(SWITCH), layer: "global" }, message: "covers the global file only" }]
        : [],
      help: `set the value in the global config, or use a plain \`\${NAME}\`; ${escapeOf(part)}`,
    }),
  },
};
