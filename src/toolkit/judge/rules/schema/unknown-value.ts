/** Keys with a fixed choice of values (spec 2). */
import type { Rule } from "../rule.js";
import { unknownValue } from "../unknown-value.js";

export const rule: Rule<"unknown-value"> = {
  id: "schema/unknown-value",
  severity: "error",
  words: {
    "unknown-value": unknownValue,
  },
};
