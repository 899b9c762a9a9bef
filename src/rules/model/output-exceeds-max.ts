/** Spec 2.4: `max_output_tokens_per_turn` must not exceed `max_tokens`; the catalog may supply either. */
import { between } from "../conflict.js";
import { entriesOf, name, type Rule, valueAt } from "../rule.js";

export const rule: Rule = {
  id: "model/output-exceeds-max",
  severity: "error",
  summary: "an output limit above the model's own ceiling",
  why: `\`max_tokens\` is the most that a model can ever put out. A larger \`max_output_tokens_per_turn\` is refused by the agent when
it validates the configuration, or by the provider at the first request.`,
  *check(view) {
    for (const [model, { max_tokens: ceiling, max_output_tokens_per_turn: limit }] of entriesOf(view.config.models)) {
      if (ceiling === undefined || limit === undefined || limit <= ceiling) continue;
      const path = ["models", model, "max_output_tokens_per_turn"];
      const { where, isFirst } = between(
        view,
        { at: valueAt(...path), label: `the ceiling is ${ceiling}` },
        { at: valueAt("models", model, "max_tokens"), label: `the ceiling of ${name("models", model)}` },
      );
      yield {
        ...where,
        message: `${name("models", model)} may put out ${limit} tokens per turn, more than its \`max_tokens\` of ${ceiling}`,
        ...(isFirst
          ? {
              proposals: [
                { title: `lower it to ${ceiling}`, safe: false, changes: [{ kind: "replace", path, value: ceiling }] },
              ],
            }
          : {}),
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          models:
            big: { context_window: 200000, max_tokens: 4096 }
        `,
        project: `
          models:
            big: { max_output_tokens_per_turn: «8192» }
        `,
        fixed: {
          project: `
          models:
            big: { max_output_tokens_per_turn: 4096 }
        `,
        },
      },
      {
        global: `
          models:
            big: { context_window: 200000, max_output_tokens_per_turn: 8192 }
        `,
        project: `
          models:
            big: { max_tokens: «4096» }
        `,
      },
      {
        global: `
          models:
            big: { context_window: 200000, max_output_tokens_per_turn: «8192» }
        `,
        catalog: `
          models:
            big: { max_tokens: 4096 }
        `,
        fixed: `
          models:
            big: { context_window: 200000, max_output_tokens_per_turn: 4096 }
        `,
      },
    ],
    good: [
      `
        models:
          big: { context_window: 200000, max_tokens: 4096, max_output_tokens_per_turn: 4096 }
      `,
      {
        global: `
          models:
            big: { context_window: 200000, max_tokens: 4096, max_output_tokens_per_turn: 8192 }
        `,
        project: `
          models:
            big: { max_tokens: 8192 }
        `,
      },
    ],
  },
};
