/** Spec 2.1: what stands after `:-` is a command already. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/nested-command",
  severity: "error",
  summary: "a `$(…)` or variable after `:-`, whose output or value would run as a command",
  fixable: true,
};
