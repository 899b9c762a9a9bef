/** Spec 2.4: `reasoning.levels` are the efforts in the provider's order; a repeated effort has two places in that order. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/repeated-level",
  severity: "warning",
  check({ config }, report) {
    for (const {
      key: model,
      entry: { reasoning },
    } of entriesOf(config.models)) {
      if (reasoning?.type !== "effort") continue;
      const first = new Map<string, number>();
      const path = ["models", model, "reasoning", "levels"];
      for (const [index, level = ""] of (reasoning.levels ?? []).entries()) {
        const earlier = first.get(level);
        if (earlier === undefined) first.set(level, index);
        else
          report({
            at: valueAt(...path, index),
            message: `${name(...path)} has ${quote(level)} twice`,
            related: [{ at: valueAt(...path, earlier), message: "is here already" }],
            help: "every effort has one place in the provider's order",
          });
      }
    }
  },
};
