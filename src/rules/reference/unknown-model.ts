/** Spec 2.2, 2.9 and S16: without a catalog a name may still be one of its models, or one that is discovered at runtime. */

import { valueAt } from "../../diagnostic/anchor.js";
import { quote, quoteList } from "../../text/quote.js";
import type { Rule } from "../rule.js";
import { respelling } from "../suggestion.js";
import { hasHiddenModels, modelUses } from "./model-uses.js";

/** How a setting says "whatever model this slot holds" (spec 2.2). */
const SLOT = /^default_model:(full|mini|nano)$/;

export const rule: Rule = {
  id: "reference/unknown-model",
  severity: "warning",
  summary: "a model that nobody configured",
  fixable: true,
  *check(context) {
    const configured = context.names("models");
    const list = quoteList([...configured], "and");
    for (const { path, text, model, effort } of modelUses(context)) {
      if (SLOT.test(text) || !context.isUnknown("models", model)) continue;
      const suggestion = respelling(context, path, model, configured, {
        spell: (to) => (effort === undefined ? to : `${to}(${effort})`),
        isCertain: !hasHiddenModels(context),
      });
      const isGuess = hasHiddenModels(context) && suggestion.fixes === undefined;
      yield {
        ...(context.catalog === undefined ? (isGuess ? { severity: "info" } : {}) : { severity: "error" }),
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
