/** Spec 2.4: `inherits` looks a model up by its exact key. */
import { once } from "../../../../text/once.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Rule } from "../rule.js";
import { respelling } from "../suggestion.js";
import { unlistedModels } from "./unlisted.js";

export const rule: Rule = {
  id: "reference/unknown-parent",
  severity: "error",
  asksGlobal: true,
  check(context, report) {
    const configured = context.names("models");
    const guesses = once(() => unlistedModels(context));
    const list = once(() => quoteList([...configured], "and"));
    for (const { path } of context.placesWith("x-ref")) {
      const [section, model, field] = path;
      if (section !== "models" || field !== "inherits") continue;
      const parent = context.text(path);
      if (parent === undefined || !context.isUnknown("models", parent)) continue;
      const unlisted = guesses();
      const isGuess = unlisted.mayBe(parent);
      const suggestion = respelling(context, path, parent, configured, {
        isCertain: !unlisted.areHidden,
        except: String(model),
        others: unlisted.calledSo(parent),
      });
      if (isGuess && suggestion.fixes === undefined) continue;
      report({
        at: valueAt(...path),
        missing: [["models", parent]],
        message: `no model is called ${quote(parent)}, so there is nothing to inherit`,
        help:
          configured.size < 2
            ? "configure that model, or give its catalog with `--catalog FILE`"
            : `known models: ${list()}`,
        ...suggestion,
      });
    }
  },
};
