/** Spec 1: values in a project config never run commands (S19). */
import { keyAt } from "../../diagnostic/anchor.js";
import { commandsAllowed, SWITCH } from "../../substitution/find.js";
import type { Rule } from "../rule.js";
import { escapeOf, staysLiteral } from "../sketch.js";

export const rule: Rule<"command-in-project"> = {
  id: "substitution/in-project",
  severity: "error",
  summary: "a command in a project file, where it never runs",
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
