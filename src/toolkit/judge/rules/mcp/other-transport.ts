/** Spec 2.10: exactly one transport; each has keys of its own. The schema knows them (`x-rule` of the union). */
import { quote, quoteList } from "../../../../text/quote.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { wrongVariant } from "../wrong-variant.js";

export const rule: Rule<never, "foreign-key" | "wrong-variant"> = {
  id: "mcp/other-transport",
  severity: "error",
  named: {
    "wrong-variant": wrongVariant,
    "foreign-key": ({ at: { path }, key, along, tag, chosen, elsewhere }) => {
      const parent = path.slice(0, -1);
      const keys = quoteList([key, ...along], "and");
      return {
        message: `${keys} ${along.length === 0 ? "belongs" : "belong"} to ${quote(`${tag}: ${elsewhere[0]}`)}, but ${name(...parent)} has ${quote(`${tag}: ${chosen}`)}`,
        label: "has no effect here",
        related: [
          ...along.map((other) => ({ at: keyAt(...parent, other), message: "and this" })),
          { at: valueAt(...parent, tag), message: "chosen here" },
        ],
        help: `remove ${keys}, or change ${quote(tag)} to ${quoteList(elsewhere)}`,
      };
    },
  },
};
