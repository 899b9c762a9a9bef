/** S7: at most 100 expansions, nested ones counted at each use, and no cycles. */
import type { Rule, Wording } from "../rule.js";

export const rule: Rule<"alias-limit"> = {
  id: "syntax/alias-limit",
  severity: "error",
  words: {
    "alias-limit": ({ what }) => MEANINGS[what],
  },
};

const MEANINGS: Readonly<Record<"cycle" | "too-many" | "too-large", Wording>> = {
  cycle: { message: "this alias contains itself", help: "write the value out" },
  "too-many": {
    message: "aliases in this file expand more than 100 times",
    help: "write some of the values out",
  },
  "too-large": { message: "aliases in this file stand for more than 100,000 values", help: "share smaller values" },
};
