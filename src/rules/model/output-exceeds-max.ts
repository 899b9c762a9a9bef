/** Spec 2.4: `max_output_tokens_per_turn` must not exceed `max_tokens`; the catalog may supply either. */
import type { Path } from "../../path.js";
import { entriesOf, name, type Rule, valueAt } from "../rule.js";

export const rule: Rule = {
  id: "model/output-exceeds-max",
  severity: "error",
  summary: "an output limit above the model's own ceiling",
  why: `\`max_tokens\` is the most that a model can ever put out. A larger \`max_output_tokens_per_turn\` is refused by the agent when
it validates the configuration, or by the provider at the first request.`,
  *check({ config, newestFirst }) {
    for (const [model, { max_tokens: ceiling, max_output_tokens_per_turn: limit }] of entriesOf(config.models)) {
      if (ceiling === undefined || limit === undefined || limit <= ceiling) continue;
      const limitPath: Path = ["models", model, "max_output_tokens_per_turn"];
      const [main = limitPath, other = limitPath] = newestFirst(limitPath, ["models", model, "max_tokens"]);
      const isLimit = main === limitPath;
      yield {
        at: valueAt(...main),
        message: `the output limit of ${name("models", model)}, ${limit} tokens per turn, is above its ceiling of ${ceiling}`,
        label: isLimit ? `at most ${ceiling}` : `below the limit of ${limit}`,
        related: [
          {
            at: valueAt(...other),
            message: isLimit ? "the ceiling of this model" : "the limit per turn",
          },
        ],
        proposals: isLimit
          ? [
              {
                title: `lower it to ${ceiling}`,
                safe: false,
                changes: [{ kind: "replace", path: limitPath, value: ceiling }],
              },
            ]
          : [],
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
