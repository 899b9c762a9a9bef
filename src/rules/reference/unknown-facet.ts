/** Spec 2.1, 2.5: a facet is built in, configured under `facets`, or discovered as a file. */
import { quote, quoteList } from "../../text/printable.js";
import { type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";

/** The facets that the specification names as built in. */
const BUILT_IN = ["execute", "plan"] as const;

export const rule: Rule = {
  id: "reference/unknown-facet",
  severity: "warning",
  summary: "a facet that nobody configured",
  fixable: true,
  *check(view) {
    const known = new Set([...BUILT_IN, ...view.names("facets")]);
    for (const { path, shape } of view.places) {
      if (shape.schema["x-ref"] !== "facets") continue;
      const facet = view.text(path);
      if (facet === undefined || known.has(facet) || !view.isUnknown("facets", facet)) continue;
      yield {
        at: valueAt(...path),
        message: `no facet ${quote(facet)} is built in or configured`,
        help: `known facets: ${quoteList([...known], "and")}`,
        ...didYouMean(path, facet, known),
      };
    }
  },
};
