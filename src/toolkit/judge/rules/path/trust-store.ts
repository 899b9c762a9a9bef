/** Spec 2.11: the daemon does not start with an unreadable trust store, so the configuration is not loaded. */
import type { Rule } from "../rule.js";

export const rule: Rule<"unusable-trust-store"> = {
  id: "path/trust-store",
  severity: "error",
  words: {
    "unusable-trust-store": ({ reason }) => ({
      message: `the trust store cannot be used: ${reason}`,
      help: "name a PEM file with one or more CA certificates, or remove the key",
    }),
  },
};
