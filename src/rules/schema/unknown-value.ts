/** Keys with a fixed choice of values (spec 2). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-value",
  severity: "error",
  summary: "a value that is not one of those accepted",
  why: `The key takes one of a few words, written exactly as listed: in lower case, most with underscores. Another word
is not taken for the one it resembles: a global file that holds it is not loaded, and a project's value is left out, so
that what lies below stays in effect. Choose one of the accepted words, or leave the key out for the default.`,
  examples: {
    bad: [
      {
        global: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
              protocol: «beta-responses»
        `,
        fixed: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
              protocol: beta_responses
        `,
      },
      {
        global: `
          {
            "models": {
              "acme/big-1.5": { "context_window": 200000, "class": «"large"» }
            }
          }
        `,
      },
      {
        global: `
          tui: { theme: dark }
        `,
        project: `
          tui: { theme: «'Light'» }
        `,
        fixed: {
          project: `
            tui: { theme: 'light' }
          `,
        },
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            protocol: beta_responses
      `,
      `
        {
          "models": {
            "acme/big-1.5": { "context_window": 200000, "class": "full" }
          }
        }
      `,
      // Null leaves it to the default.
      `
        models:
          acme/big-1.5: { context_window: 200000, class: null }
      `,
    ],
  },
};
