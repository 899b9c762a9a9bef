/** S13: what counts is the merged object; the layer that began it is the one to supply the key. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/missing-key",
  severity: "error",
  summary: "an object that lacks a required key",
  why: `Without the key the object means nothing: a provider without \`kind\` has no place to send a request, a server
without \`transport\` cannot be reached. A global file that lacks one is not loaded; of a project's file the incomplete
object is left out. Layers add up, so a project need not repeat what the global file says. If it was meant to change an
entry that exists, check the entry's name: one that differs in a letter begins a new, empty one.`,
  examples: {
    bad: [
      `
        providers:
          «acme»:
            url: https://api.acme.example/v1
      `,
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              «"reasoning"»: { "type": "effort", "levels": ["low", "high"] }
            }
          }
        }
      `,
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          providers:
            «acmee»:
              headers: { X-Team: platform }
        `,
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
      `,
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              "reasoning": {
                "type": "effort",
                "effort_set": "standard",
                "can_disable": true,
                "levels": ["low", "high"]
              }
            }
          }
        }
      `,
      // The global file has the rest.
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          providers:
            acme:
              headers: { X-Team: platform }
        `,
      },
    ],
  },
};
