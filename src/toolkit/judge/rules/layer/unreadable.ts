/** S4, S5: reported when loading; `lint` exits with its own code instead. S39: an unexpected exception is always reported. */
import type { Scope } from "../../../read/diagnostic/diagnostic.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unreadable" | "unforeseen"> = {
  id: "layer/unreadable",
  severity: "error",
  words: {
    unreadable: ({ scope, reason }) => ({
      message: `the ${scope} config cannot be read: ${reason}`,
      help: consequence(scope),
    }),
    unforeseen: ({ scope, stage }) => ({
      message: `${stage} the ${scope} config failed unexpectedly`,
      notes: ["this is a bug in agentcfg; its details are not shown, because they may quote the file"],
      help: consequence(scope),
    }),
  },
};

function consequence(scope: Scope): string {
  return scope === "global" ? "nothing loads until it can be read" : "the global config counts alone until then";
}
