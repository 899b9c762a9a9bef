/** Patterns of the schema without a rule of their own; today those of environment variables (spec 2.10). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/format",
  severity: "error",
  summary: "a text that does not have the form its place requires",
};
