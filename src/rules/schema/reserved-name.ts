/** S8. Other names of JavaScript's own, such as `constructor`, are ordinary ones. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/reserved-name",
  severity: "error",
  summary: "`__proto__` used as a name",
};
