/** Spec 2.2, 2.9 and S16: an unknown name may still be a model of a catalog that was not given, or one that a custom provider lists itself. */
import { once } from "../../../../text/once.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { MODEL_SLOT } from "../../../mean/configuration/models.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { didYouMean, writing } from "../phrases.js";
import { entryOf, type Rule, type RuleContext } from "../rule.js";
import { respelling } from "../suggestion.js";
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
      if (MODEL_SLOT.test(text) || !context.isUnknown("models", model)) continue;
      const meant = effortMeant(text, context);
      if (meant !== undefined) {
        report({
          at: valueAt(...path),
          message: `no model is called ${quote(text)}; an effort stands in \`( )\` behind the name`,
          label: didYouMean([meant]),
          fixes: [writing(meant, { safe: true, changes: [{ kind: "replace", path, value: meant }] })],
        });
        continue;
      }
      const unlisted = guesses();
      const isGuess = unlisted.mayBe(model);
      const suggestion = respelling(context, path, model, configured, {
        spell: (to) => (effort === undefined ? to : `${to}(${effort})`),
        isCertain: !unlisted.areHidden,
        others: unlisted.calledSo(model),
      });
      if (isGuess && suggestion.fixes === undefined) continue;
      report({
        ...(context.catalog === undefined || isGuess ? {} : { severity: "error" }),
        at: { ...valueAt(...path), within: { start: 0, end: model.length } },
        message: `no model is called ${quote(model)}`,
        help: configured.size === 0 ? "configure it under `models`" : `known models: ${list()}`,
        ...suggestion,
      });
    }
  },
};

const BRACKETED = /^(.+?) ?[[({<]([\w-]*)[\])}>]?$/s;
const MARKED = /^(.+)[@:]([a-z]+)$/s;

/** Efforts that models usually have. What follows a `:` may be part of a name. */
const EFFORTS: ReadonlySet<string> = new Set(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

/** The intended form of a configured model and an effort in other brackets, in unclosed ones, or behind a mark (S49). */
function effortMeant(text: string, context: RuleContext): string | undefined {
  const [, model = "", effort = ""] = BRACKETED.exec(text) ?? MARKED.exec(text) ?? [];
  const { reasoning } = entryOf(context.config.models, model) ?? {};
  if (!context.names("models").has(model)) return undefined;
  const levels = reasoning?.type === "effort" ? (reasoning.levels ?? []) : [];
  if (!BRACKETED.test(text) && !EFFORTS.has(effort) && !levels.includes(effort)) return undefined;
  return effort === "" ? model : `${model}(${effort})`;
}
