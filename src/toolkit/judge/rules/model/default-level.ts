/** Spec 2.4: `reasoning.default_level` must be one of `levels` when it is present. */
import { quote, quoteList } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";
import { respelling } from "../suggestion.js";

export const rule: Rule = {
  id: "model/default-level",
  severity: "error",
  check(context, report) {
    for (const {
      key: model,
      entry: { reasoning },
    } of entriesOf(context.config.models)) {
      if (reasoning?.type !== "effort") continue;
      const { levels, default_level: level } = reasoning;
      const path = ["models", model, "reasoning", "default_level"];
      const isKnown = (index: number): boolean =>
        context.text(["models", model, "reasoning", "levels", index]) !== undefined;
      if (levels === undefined || level === undefined || levels.includes(level) || context.text(path) === undefined)
        continue;
      // An unresolved level may be the default (S31).
      if (![...levels.keys()].every(isKnown)) continue;
      const { where, isFirst } = between(
        context,
        { at: valueAt(...path), label: "not one of the levels" },
        { at: valueAt("models", model, "reasoning", "levels"), label: "the levels" },
      );
      report({
        ...where,
        message: `${name("models", model)} has no level ${quote(level)}`,
        help: levels.length === 0 ? "this model has no levels" : `levels of this model: ${quoteList(levels, "and")}`,
        ...(isFirst ? respelling(context, path, level, levels, { isScale: true }) : {}),
      });
    }
  },
};
