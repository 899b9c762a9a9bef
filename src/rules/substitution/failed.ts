/** S21: what counts as failure. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/failed",
  severity: "error",
  summary: "a command that failed, or printed more than a value can hold (when loading)",
  why: `The command ended with an exit code other than 0, took too long, or printed something that is no text or is larger
than 1 MiB. Half a value is worse than none, so the configuration does not load. Run the command in a shell to see what
it complains about, for its output is never shown here; remember that it runs in the directory of its file, without
input, so it cannot ask you for a password.`,
  examples: {
    bad: [
      {
        global: `
          config_command_substitution: true
          providers:
            beta:
              kind: { type: catalog, name: beta }
              auth:
                type: static_key
                key: «$(cat ~/.secrets/beta.key)»
        `,
        env: {},
      },
      {
        global: `
          {
            "config_command_substitution": true,
            "integrations": {
              "search": {
                "strategy": "round_robin",
                "providers": {
                  "search_a": { "enabled": true, "key": "«\${SEARCH_API_KEY:-cat ~/.secrets/search.key}»" }
                }
              }
            }
          }
        `,
        env: {},
      },
    ],
    good: [
      {
        files: {
          ".config/agent/config.yaml": `
            config_command_substitution: true
            providers:
              beta:
                kind: { type: catalog, name: beta }
                auth:
                  type: static_key
                  key: $(cat ~/.secrets/beta.key)
          `,
          ".secrets/beta.key": "an example\n",
        },
        env: {},
      },
      // The command runs only where the variable is missing or empty.
      {
        global: `
          {
            "config_command_substitution": true,
            "integrations": {
              "search": {
                "strategy": "round_robin",
                "providers": {
                  "search_a": { "enabled": true, "key": "\${SEARCH_API_KEY:-cat ~/.secrets/search.key}" }
                }
              }
            }
          }
        `,
        env: { SEARCH_API_KEY: "an example" },
      },
    ],
  },
};
