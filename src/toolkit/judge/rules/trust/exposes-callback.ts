/** Spec 2.9: a project's callback for a login to a server of its user. */
import { isCallback } from "../../../mean/trust/flows.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { isLoopback, readUrl } from "../url.js";

export const rule: Rule = {
  id: "trust/exposes-callback",
  severity: "warning",
  highest: "error",
  isHarmless: true,
  check({ trust: { changes } }, report) {
    for (const change of changes) {
      const { path, now, entry } = change;
      if (!isCallback(change) || now === undefined || entry === undefined || entry.isOwn) continue;
      const url = typeof now === "string" ? readUrl(now) : undefined;
      report({
        at: valueAt(...path),
        // Any other machine would receive the code at once.
        ...(url !== undefined && isLoopback(url) ? {} : { severity: "error" }),
        message: `this project decides where the answer to your login for ${name(...entry.path)} goes`,
        help: "a program that listens there receives the code that completes the login",
      });
    }
  },
};
