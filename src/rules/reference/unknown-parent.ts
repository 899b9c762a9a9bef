/** Spec 2.4: `inherits` looks a model up by its exact key. */
import { quote, quoteList } from "../../text/printable.js";
import { type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";
import { hasHiddenModels } from "./model-uses.js";

export const rule: Rule = {
  id: "reference/unknown-parent",
  severity: "error",
  summary: "a model that inherits from one that does not exist",
  fixable: true,
  *check(view) {
    const configured = view.names("models");
    const list = quoteList([...configured], "and");
    for (const { path } of view.places) {
      if (path[0] !== "models" || path[2] !== "inherits") continue;
      const parent = view.text(path);
      if (parent === undefined || !view.isUnknown("models", parent)) continue;
      const suggestion = didYouMean(path, parent, configured, { isCertain: !hasHiddenModels(view) });
      const isGuess = hasHiddenModels(view) && suggestion.proposals === undefined;
      yield {
        ...(isGuess ? { severity: "warning" } : {}),
        at: valueAt(...path),
        message: `no model is called ${quote(parent)}, so there is nothing to inherit`,
        help:
          isGuess || configured.size < 2
            ? "configure that model, or give its catalog with `--catalog FILE`"
            : `known models: ${list}`,
        ...suggestion,
      };
    }
  },
};
