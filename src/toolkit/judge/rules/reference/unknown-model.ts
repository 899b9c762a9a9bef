/**
 * Spec 2.2, 2.9 and S16: an unknown name may still be a model of a catalog that the caller did not give, or one that a custom provider
 * lists itself.
 */
import { once } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { MODEL_SLOT } from "../../../mean/configuration/models.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { didYouMean, name, writing } from "../phrases.js";
import type { Report, Rule } from "../rule.js";
import { respelling } from "../suggestion.js";
import { effortMeant } from "./effort-meant.js";
import { modelUses } from "./model-uses.js";
import { unlistedModels } from "./unlisted.js";

export const rule: Rule = {
  id: "reference/unknown-model",
  severity: "warning",
  highest: "error",
  asksGlobal: true,
  check(context, report) {
    const configured = context.names("models");
    const guesses = once(() => unlistedModels(context));
    const list = once(() => quoteList([...configured], "and"));
    for (const { path, text, model, effort } of modelUses(context)) {
      if (MODEL_SLOT.test(text) && path[0] === "defaults") report(slotInDefaults(path, text));
      if (MODEL_SLOT.test(text) || !context.isUnknown("models", model)) continue;
      const intended = effortMeant(text, context);
      if (intended !== undefined) {
        report({
          at: valueAt(...path),
          missing: [["models", model]],
          message: `no model is called ${quote(text)}; an effort stands in \`( )\` behind the name`,
          label: didYouMean([intended]),
          fixes: [writing(intended, { safe: true, changes: [{ kind: "replace", path, value: intended }] })],
        });
        continue;
      }
      const unlisted = guesses();
      const isProvider = context.names("providers").has(model);
      const isGuess = unlisted.mayBe(model) && !isProvider;
      const suggestion = respelling(context, path, model, configured, {
        spell: (to) => (effort === undefined ? to : `${to}(${effort})`),
        isCertain: !unlisted.areHidden,
        others: unlisted.calledSo(model),
      });
      if (isGuess && suggestion.fixes === undefined) continue;
      report({
        ...(context.catalog === undefined || isGuess ? {} : { severity: "error" }),
        at: { ...valueAt(...path), within: { start: 0, end: model.length } },
        missing: [["models", model]],
        message: `no model is called ${quote(model)}`,
        help: configured.size === 0 ? "configure it under `models`" : `known models: ${list()}`,
        ...(isProvider ? { label: "a provider, not a model" } : suggestion),
      });
    }
  },
};

/** A default that refers to a default. */
function slotInDefaults(path: Path, text: string): Report {
  return {
    at: valueAt(...path),
    message: `${quote(text)} stands for one of these defaults, and ${name(...path)} has to name a model`,
    help: "write the name of a model, or leave the key out: `nano` falls back to `mini`, and `mini` to `full`",
  };
}
