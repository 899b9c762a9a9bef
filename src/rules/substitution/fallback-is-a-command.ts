/** Spec 2.1: what stands after `:-` is a command, not a default text. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/fallback-is-a-command",
  severity: "warning",
  summary: "a word after `:-` that reads like a default text and runs as a command",
  fixable: true,
};
