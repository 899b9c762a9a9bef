/** S18: one switch controls all values, including prose. */
import type { Rule } from "../rule.js";
import { escapeOf } from "../sketch.js";

export const rule: Rule<"command-in-prose"> = {
  id: "substitution/runs-in-prose",
  severity: "warning",
  words: {
    "command-in-prose": ({ part }) => ({
      message: "this runs as a command when the configuration loads, although the value reads like prose",
      help: escapeOf(part),
    }),
  },
};
