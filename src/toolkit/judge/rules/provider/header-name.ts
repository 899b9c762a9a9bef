/** Spec 2.3: names must be valid HTTP header names (RFC 9110: letters, digits and ``!#$%&'*+-.^_`|~``). */
import { badName } from "../bad-format.js";
import type { Rule } from "../rule.js";

export const rule: Rule<never, "bad-name"> = {
  id: "provider/header-name",
  severity: "error",
  named: {
    "bad-name": badName,
  },
};
