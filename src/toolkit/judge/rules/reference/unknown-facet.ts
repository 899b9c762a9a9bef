/** Spec 2.1, 2.5: a facet is built in, configured under `facets`, or discovered as a file. */
import { quote, quoteList } from "../../../../text/quote.js";
import { BUILT_IN_FACETS } from "../../../mean/configuration/facets.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Rule, RuleContext } from "../rule.js";
import { respelling } from "../suggestion.js";

export const rule: Rule = {
  id: "reference/unknown-facet",
  severity: "warning",
  asksGlobal: true,
  check(context, report) {
    const known = new Set([...BUILT_IN_FACETS, ...context.names("facets")]);
    for (const { path, shape } of context.placesWith("x-ref")) {
      if (shape.schema["x-ref"] !== "facets") continue;
      const facet = context.text(path);
      if (facet === undefined || known.has(facet) || !context.isUnknown("facets", facet)) continue;
      if (mayBeDiscovered(context, facet)) continue;
      report({
        at: valueAt(...path),
        missing: [["facets", facet]],
        message: `no facet ${quote(facet)} is built in or configured`,
        help: `known facets: ${quoteList([...known], "and")}`,
        ...respelling(context, path, facet, known),
      });
    }
  },
};

/** Whether the project may have a file for a facet: its directory holds one or cannot be read. */
function mayBeDiscovered(context: RuleContext, facet: string): boolean {
  return /^[^/\\]+$/.test(facet) && ["file", "link"].includes(context.kindOf(`.agent/facets/${facet}.md`) ?? "nothing");
}
