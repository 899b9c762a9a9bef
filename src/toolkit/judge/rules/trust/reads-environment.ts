/**
 * S17, S44: a user's variable that a project reads although it evidently has another purpose. A variable that the user's own file uses as a
 * credential is that credential, so it is an error to send it elsewhere.
 */
import { once } from "../../../../text/once.js";
import { toPointer } from "../../../../text/path.js";
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
  highest: "error",
  isHarmless: true,
  check({ trust, settings, scope }, report) {
    const changed = once(() => new Set(trust.changes.map((change) => toPointer(change.entry?.path ?? []))));
    for (const { path, variable, within } of trust.variables) {
      const entry = entryOf(path);
      if (scope(path) !== "project") continue;
      // The user's entry, repeated word by word.
      if (settingAt(trust.below, entry) !== undefined && !changed().has(toPointer(entry))) continue;
      const home = trust.homeOf(variable, entry);
      const isForeign = isForSomethingElse(variable, settings, entry);
      // A vendor's host may get the vendor's variables, whatever their other purpose; a program only claims to be the vendor's.
      const isVendors = isForeign === false && settingAt(settings, [...entry, "url"]) !== undefined;
      if (home === "here" || isVendors || (home === undefined && isForeign !== true)) continue;
      report({
        at: { ...valueAt(...path), ...(within && { within }) },
        message: `this project hands your ${quote(variable)} to ${name(...entry)}`,
        label: "a credential for something else",
        help: "use a variable that only this entry reads",
        ...(home && {
          severity: "error",
          related: [{ at: { ...valueAt(...home), layer: "global" }, message: "what you have it for" }],
        }),
      });
    }
  },
};
