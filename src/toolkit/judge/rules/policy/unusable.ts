/** A policy that cannot be read or has a mistake: nobody knows what it forbids, so no configuration loads (S59). */
import type { Rule } from "../rule.js";

export const rule: Rule<"unusable-policy"> = {
  id: "policy/unusable",
  severity: "error",
  isOfPolicy: true,
  words: {
    "unusable-policy": ({ mistake, label }) => ({
      message: `this policy cannot be used: ${mistake}`,
      ...(label === undefined ? {} : { label }),
      help: "no configuration loads until the policy is mended",
    }),
  },
};
