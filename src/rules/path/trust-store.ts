import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "path/trust-store",
  severity: "error",
  summary: "a trust store that cannot be read or holds no certificate (when loading)",
};
