/** Spec 2.3, S16: `kind: { type: catalog, name }` finds a built-in provider by name; only the catalog lists these names. */
import { quote, quoteList } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { entriesOf, type Rule } from "../rule.js";
import { respelling } from "../suggestion.js";

export const rule: Rule = {
  id: "provider/unknown-catalog-entry",
  severity: "error",
  check(context, report) {
    const listed = context.catalog?.providers;
    if (listed === undefined) return;
    for (const { key: provider } of entriesOf(context.config.providers)) {
      const path = ["providers", provider, "kind", "name"];
      const entry = context.text(path);
      if (entry === undefined || Object.hasOwn(listed, entry)) continue;
      report({
        at: valueAt(...path),
        message: `the catalog has no provider called ${quote(entry)}`,
        help: `providers of the catalog: ${quoteList(Object.keys(listed), "and")}`,
        ...respelling(context, path, entry, Object.keys(listed)),
      });
    }
  },
};
