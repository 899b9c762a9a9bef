/** S17: all unset variables are reported at once, each at its place. */
import { quote } from "../../../../text/quote.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unset-variable"> = {
  id: "substitution/unset-variable",
  severity: "error",
  words: {
    "unset-variable": ({ at: { path }, name: variable, isKept }) => ({
      ...(isKept ? { severity: "warning" } : {}),
      message: `the environment variable ${quote(variable)} is not set`,
      label: isKept ? "stays as it is written" : `${name(...path)} needs it`,
      help: `set ${quote(variable)} before the agent starts${isKept ? `; for the characters themselves write ${quote(`$\${${variable}}`)}` : ""}`,
    }),
  },
};
