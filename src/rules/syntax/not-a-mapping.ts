/** Spec 1: a configuration is an object. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/not-a-mapping",
  severity: "error",
  summary: "a file that holds a list or a single value",
};
