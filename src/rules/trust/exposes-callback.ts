/** Spec 2.9: where the answer to a login goes, for a server that is its user's. */
import { valueAt } from "../../diagnostic/anchor.js";
import { isCallback } from "../../trust/flows.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/exposes-callback",
  severity: "warning",
  summary: "a project that decides where the answer to its user's login goes",
  *check({ trust: { changes } }) {
    for (const change of changes) {
      const { path, now, entry } = change;
      if (!isCallback(change) || now === undefined || entry === undefined || entry.isOwn) continue;
      yield {
        at: valueAt(...path),
        message: `this project decides where the answer to your login for ${name(...entry.path)} goes`,
        help: "whoever listens there receives the code that the login is completed with",
      };
    }
  },
};
