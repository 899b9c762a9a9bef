/** Patterns of the schema without a rule of their own; today those of environment variables (spec 2.10). */
import { badFormat, badName } from "../bad-format.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"bad-format" | "bad-name"> = {
  id: "schema/format",
  severity: "error",
  words: {
    "bad-format": badFormat,
    "bad-name": badName,
  },
};
