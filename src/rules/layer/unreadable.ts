/** S4, S5: reported when loading; `lint` says it by its exit code. */
import type { Rule } from "../rule.js";

export const rule: Rule<"unreadable"> = {
  id: "layer/unreadable",
  severity: "error",
  summary: "a configuration file that is there and cannot be read",
  words: {
    unreadable: ({ scope, reason }) => ({
      message: `the ${scope} config cannot be read: ${reason}`,
      help: scope === "global" ? "nothing loads until it can be read" : "the global config counts alone until then",
    }),
  },
};
