/** S7: `<<` is a YAML 1.1 feature and not part of the YAML 1.2 core schema. */
import type { Rule } from "../rule.js";

export const rule: Rule<"merge-key"> = {
  id: "syntax/merge-key",
  severity: "warning",
  words: {
    "merge-key": () => ({
      message: "`<<` does not merge in YAML 1.2, so this entry has no effect",
      help: "write the keys out, or use an alias for the whole value",
    }),
  },
};
