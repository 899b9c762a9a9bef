/** Spec 2.4, 8: a request option is at most 512 UTF-8 bytes. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/too-long",
  severity: "error",
  summary: "a text with more bytes than fit",
  why: `A request option may hold 512 bytes. A longer one is not cut off, since half an option is worse than none: a global file
that holds it is not loaded, and a project's value is left out. The limit counts bytes of UTF-8, not characters: \`é\`
takes two and most emoji take four. Longer texts belong in the prompt of a facet or subagent.`,
  examples: {
    bad: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            request_option_defaults:
              guidance: «"${"Answer briefly. ".repeat(33)}"»
      `,
      // 260 characters, but 520 bytes.
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              "request_option_defaults": { "separator": «"${"·".repeat(260)}"» }
            }
          }
        }
      `,
    ],
    good: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            request_option_defaults:
              guidance: "${"Answer briefly. ".repeat(32)}"
      `,
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              "request_option_defaults": { "separator": "${"·".repeat(256)}" }
            }
          }
        }
      `,
    ],
  },
};
