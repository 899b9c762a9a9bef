/** S4: what a project's configuration says must lie in the project. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/leaves-project",
  severity: "error",
  summary: "a project file that is a link out of the project",
};
