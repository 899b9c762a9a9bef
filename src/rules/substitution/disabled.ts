/** S18: off, both forms stay literal text. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/disabled",
  severity: "warning",
  summary: "a command that stays literal text, because commands are not turned on",
  why: `Commands run only while the global config says \`config_command_substitution: true\`. Without it the agent takes the
text as it stands, dollar sign and all: your provider is sent \`$(pass show …)\` instead of the key and answers that you
are not authorized. A \`\${NAME:-command}\` is left alone too, even where the variable is set. Turn the switch on, use a
plain \`\${NAME}\`, which needs no switch, or write \`$$(\` if you mean the characters themselves.`,
  examples: {
    bad: [
      `
        providers:
          beta:
            kind: { type: catalog, name: beta }
            auth:
              type: static_key
              key: «$(pass show api/beta)»
      `,
      `
        {
          "config_command_substitution": false,
          "integrations": {
            "search": {
              "strategy": "round_robin",
              "providers": {
                "search_a": { "enabled": true, "key": "«\${SEARCH_API_KEY:-pass show api/search}»" }
              }
            }
          }
        }
      `,
    ],
    good: [
      `
        config_command_substitution: true
        providers:
          beta:
            kind: { type: catalog, name: beta }
            auth:
              type: static_key
              key: $(pass show api/beta)
      `,
      // A variable needs no switch.
      `
        {
          "integrations": {
            "search": {
              "strategy": "round_robin",
              "providers": {
                "search_a": { "enabled": true, "key": "\${SEARCH_API_KEY}" }
              }
            }
          }
        }
      `,
      `
        mcp_servers:
          notes: { transport: stdio, command: notes-mcp, args: ["--template", "created $$(date)"] }
      `,
    ],
  },
};
