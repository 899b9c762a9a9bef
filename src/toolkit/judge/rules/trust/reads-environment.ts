/** S17: a variable of its user's that a project reads, and that evidently is for something else. */
import { quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { isForSomethingElse } from "../../../mean/trust/ambient.js";
import { entryOf } from "../../../mean/trust/destination.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/reads-environment",
  severity: "warning",
  summary: "a project that reads a credential of its user's environment",
  *check({ trust, settings, scope }) {
    for (const { path, variable, within } of trust.variables) {
      const entry = entryOf(path);
      if (scope(path) !== "project") continue;
      const home = trust.homeOf(variable, entry);
      const isForeign = isForSomethingElse(variable, settings, entry);
      // The host of a vendor is right for its variables, whatever else they are for; a program only says that it is.
      const isVendors = isForeign === false && settingAt(settings, [...entry, "url"]) !== undefined;
      if (home === "here" || isVendors || (home === undefined && isForeign !== true)) continue;
      yield {
        at: { ...valueAt(...path), ...(within && { within }) },
        message: `this project hands your ${quote(variable)} to ${name(...entry)}`,
        label: "a credential for something else",
        help: "a variable that is for this alone has a name of its own",
        ...(home && { related: [{ at: { ...valueAt(...home), layer: "global" }, message: "what you have it for" }] }),
      };
    }
  },
};
