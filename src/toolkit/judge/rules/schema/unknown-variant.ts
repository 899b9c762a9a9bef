/** Tagged objects (spec 2.3, 2.4, 2.10, 5): `type` or `transport` decides which other keys there are. */
import type { Rule } from "../rule.js";
import { unknownValue } from "../unknown-value.js";
import { wrongVariant } from "../wrong-variant.js";

export const rule: Rule<"unknown-variant" | "wrong-variant"> = {
  id: "schema/unknown-variant",
  severity: "error",
  words: {
    "unknown-variant": unknownValue,
    "wrong-variant": wrongVariant,
  },
};
