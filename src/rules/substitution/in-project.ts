/** Spec 1: values in a project config never run commands (S19). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/in-project",
  severity: "error",
  summary: "a command in a project file, where it never runs",
};
