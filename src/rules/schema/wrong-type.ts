/** Spec 2. YAML 1.2 reads `yes`, `on` and `200_000` as texts (S6). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/wrong-type",
  severity: "error",
  summary: "a value of another type than the key takes",
  why: `A value is never turned into another type, because the guess would be wrong sooner or later: a global file that
holds it is not loaded, and a project's value is left out, so that what lies below stays in effect. Write numbers and
\`true\` or \`false\` without quotes, and a list as a list even if it has one item. YAML 1.2 knows no \`yes\`, \`no\`,
\`on\` and \`off\`: to it they are texts.`,
  examples: {
    bad: [
      {
        global: `
          models:
            acme/big-1.5:
              context_window: «"200000"»
              max_tokens: «64_000»
              supports_vision: «yes»
        `,
        fixed: `
          models:
            acme/big-1.5:
              context_window: 200000
              max_tokens: 64000
              supports_vision: true
        `,
      },
      `
        {
          "mcp_servers": {
            "files": { "transport": "stdio", "command": "files-mcp", "args": «"--read-only"» }
          }
        }
      `,
      // JSON has no infinity, so not even an extension could be handed one.
      `
        plugins:
          tracker: { limits: [10, «.inf»] }
      `,
      {
        global: `
          models:
            acme/big-1.5: { context_window: 200000 }
        `,
        project: `
          models:
            acme/big-1.5: { context_window: «100k» }
        `,
      },
    ],
    good: [
      `
        models:
          acme/big-1.5:
            context_window: 200000
            supports_vision: true
      `,
      `
        {
          "mcp_servers": {
            "files": { "transport": "stdio", "command": "files-mcp", "args": ["--read-only"] }
          }
        }
      `,
      // However it is written, a whole number is an integer.
      {
        global: `
          models:
            acme/big-1.5: { context_window: 200000 }
        `,
        project: `
          models:
            acme/big-1.5: { context_window: 1e5 }
        `,
      },
    ],
  },
};
