/** S2: the names a configuration may have, and why two of them in one directory are one too many. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/ambiguous-file",
  severity: "error",
  summary: "several configuration files in one directory, so none of them is used",
};
