/** Spec 2.4: `max_output_tokens_per_turn` must not exceed `max_tokens`; the catalog may supply either. */
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "model/output-exceeds-max",
  severity: "error",
  check(context, report) {
    for (const {
      key: model,
      entry: { max_tokens: ceiling, max_output_tokens_per_turn: limit },
    } of entriesOf(context.config.models)) {
      if (ceiling === undefined || limit === undefined || limit <= ceiling) continue;
      const path = ["models", model, "max_output_tokens_per_turn"];
      const { where, isFirst } = between(
        context,
        { at: valueAt(...path), label: `the ceiling is ${ceiling}` },
        { at: valueAt("models", model, "max_tokens"), label: `the ceiling of ${name("models", model)}` },
      );
      report({
        ...where,
        message: `${name("models", model)} may produce ${limit} tokens per turn, more than its \`max_tokens\` of ${ceiling}`,
        ...(isFirst
          ? {
              fixes: [
                { title: `lower it to ${ceiling}`, safe: false, changes: [{ kind: "replace", path, value: ceiling }] },
              ],
            }
          : {}),
      });
    }
  },
};
