/** A suppression that has nothing left to suppress hides the next mistake of that kind. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/unused",
  severity: "warning",
  summary: "a suppression that suppresses nothing",
  why: `The mistake that this comment was written for is gone, or the comment stands on the wrong line. Left alone, it will hide the
next mistake of the same kind, with a reason that no longer fits. A comment at the end of a line is about that line; one that stands
alone is about the next line.`,
  examples: {
    bad: [
      {
        global: `
          models:
            acme/big:
              context_window: 200000 «# agentcfg-ignore model/output-exceeds-window -- the provider trims it»
              max_output_tokens_per_turn: 32000
        `,
        fixed: `
          models:
            acme/big:
              context_window: 200000
              max_output_tokens_per_turn: 32000
        `,
      },
      {
        global: `
          models:
            acme/big: { context_window: 200000 }
        `,
        project: `
          {
            «// agentcfg-ignore-file model/output-exceeds-window -- the provider trims it»
            "models": { "acme/big": { "max_output_tokens_per_turn": 32000 } }
          }
        `,
        fixed: {
          project: `
          {
            "models": { "acme/big": { "max_output_tokens_per_turn": 32000 } }
          }
        `,
        },
      },
      `
        models:
          «# agentcfg-ignore model/output-exceeds-window, effect/zero -- the provider trims it»
          acme/big: { context_window: 20000, max_output_tokens_per_turn: 32000 }
      `,
    ],
    good: [
      `
        models:
          # agentcfg-ignore model/output-exceeds-window -- the provider trims it
          acme/big: { context_window: 20000, max_output_tokens_per_turn: 32000 }
      `,
      {
        global: `
          models:
            acme/big: { context_window: 20000 }
        `,
        project: `
          {
            "models": {
              "acme/big": { "max_output_tokens_per_turn": 32000 } // agentcfg-ignore model/output-exceeds-window -- trimmed
            }
          }
        `,
      },
    ],
  },
};
