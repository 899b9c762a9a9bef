/** Spec 2.2, 2.9 and S16: without a catalog a name may still be one of its models, or one that is discovered at runtime. */
import { quote, quoteList } from "../../text/printable.js";
import { type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";
import { hasHiddenModels, modelUses } from "./model-uses.js";

/** How a setting says "whatever model this slot holds" (spec 2.2). */
const SLOT = /^default_model:(full|mini|nano)$/;

export const rule: Rule = {
  id: "reference/unknown-model",
  severity: "warning",
  summary: "a model that nobody configured",
  fixable: true,
  *check(view) {
    const configured = view.names("models");
    const list = quoteList([...configured], "and");
    for (const { path, text, model, effort } of modelUses(view)) {
      if (SLOT.test(text) || !view.isUnknown("models", model)) continue;
      const suggestion = didYouMean(path, model, configured, {
        spell: (to) => (effort === undefined ? to : `${to}(${effort})`),
        isCertain: !hasHiddenModels(view),
      });
      const isGuess = hasHiddenModels(view) && suggestion.proposals === undefined;
      yield {
        ...(view.catalog === undefined ? (isGuess ? { severity: "info" } : {}) : { severity: "error" }),
        at: { ...valueAt(...path), within: { start: 0, end: model.length } },
        message: isGuess
          ? `${quote(model)} is not configured here; it has to be a model of the catalog, or one that is discovered`
          : `no model is called ${quote(model)}`,
        help: isGuess
          ? "`--catalog FILE` tells the linter which models there are"
          : configured.size === 0
            ? "configure it under `models`"
            : `known models: ${list}`,
        ...suggestion,
      };
    }
  },
};
