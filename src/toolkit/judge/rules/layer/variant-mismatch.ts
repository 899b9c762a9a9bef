/** S12: keys are checked against the tag that the layer below chose. */
import { quote, quoteList } from "../../../../text/quote.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"variant-mismatch"> = {
  id: "layer/variant-mismatch",
  severity: "error",
  asksGlobal: true,
  words: {
    "variant-mismatch": ({ at: { path }, key, along, tag, chosen, elsewhere }) => {
      const parent = path.slice(0, -1);
      return {
        message: `${quoteList([key, ...along], "and")} ${along.length === 0 ? "does" : "do"} not belong to ${quote(`${tag}: ${chosen}`)}, which the global config chose for ${name(...parent)}`,
        label: "has no effect",
        related: [
          ...along.map((other) => ({ at: keyAt(...parent, other), message: "and this" })),
          { at: { ...valueAt(...parent, tag), layer: "global" }, message: "chosen here" },
        ],
        help: `to change the variant, set ${quote(tag)} to ${quoteList(elsewhere)} here`,
      };
    },
  },
};
