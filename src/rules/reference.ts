/** The rules about names that point at something (spec 2.4). */
import type { RuleInfo } from "./rule.js";

export const referenceRules: readonly RuleInfo[] = [
  {
    id: "reference/inherits-cycle",
    severity: "error",
    summary: "models that inherit from each other in a circle",
    fixable: false,
  },
];
