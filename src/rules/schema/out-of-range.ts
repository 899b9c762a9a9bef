/** Spec 2, 8 and S24. Large integers are judged by their digits (S9). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/out-of-range",
  severity: "error",
  summary: "a number outside its limits",
  why: `The number is not rounded to the nearest one that would fit, for that is hardly what you meant: a global file
that holds it is not loaded, and a project's value is left out, so that what lies below stays in effect. A share is at
most 1, never a percentage. \`-1\` never means "no limit": leave the key out, or write \`0\` where the reference says
that zero disables the limit.`,
  examples: {
    bad: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            compaction_threshold: «80»
      `,
      `
        {
          "mcp_servers": {
            "docs": {
              "transport": "http",
              "url": "https://docs.example.net/mcp",
              "default_timeout_seconds": «0»
            }
          }
        }
      `,
      {
        global: `
          daemon:
            retry: { max_retries: 5 }
        `,
        project: `
          daemon:
            retry: { max_retries: «-1» }
        `,
      },
    ],
    good: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            compaction_threshold: 0.8
      `,
      `
        {
          "mcp_servers": {
            "docs": {
              "transport": "http",
              "url": "https://docs.example.net/mcp",
              "default_timeout_seconds": 60
            }
          }
        }
      `,
      {
        global: `
          daemon:
            retry: { max_retries: 5 }
        `,
        project: `
          daemon:
            retry: { max_retries: 1 }
        `,
      },
    ],
  },
};
