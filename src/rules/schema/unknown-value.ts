/** Keys with a fixed choice of values (spec 2). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-value",
  severity: "error",
  summary: "a value that is not one of those accepted",
  fixable: true,
};
