/** Spec 2.4: the output of a model has to fit into its context window. */
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/output-exceeds-window",
  severity: "warning",
  check(context, report) {
    for (const {
      key: model,
      entry: { context_window: window, max_output_tokens_per_turn: limit },
    } of entriesOf(context.config.models)) {
      if (window === undefined || limit === undefined || limit <= window) continue;
      report({
        ...between(
          context,
          { at: valueAt("models", model, "max_output_tokens_per_turn"), label: `the limit is ${limit} tokens` },
          { at: valueAt("models", model, "context_window"), label: `the window is ${window} tokens` },
        ).where,
        message: `${name("models", model)} may produce ${limit} tokens per turn, more than its context window of ${window}`,
        because: [["models", model, "inherits"]],
      });
    }
  },
};
