/** Spec 2.1: what stands after `:-` is a command already. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/nested-command",
  severity: "error",
  summary: "a `$(…)` or variable after `:-`, whose output or value would run as a command",
  why: `What follows \`:-\` is already a command, so the shell first runs the inner \`$(…)\` and then tries to run its output.
With a password manager inside, that is a program named like your key, which at best does not exist, and the configuration
does not load. Write the command without the \`$(\` and \`)\` around it. In the same way \`\${A:-$B}\` runs what \`B\` holds;
\`printenv B\` prints it.`,
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
                key: «\${BETA_API_KEY:-$(pass show api/beta)}»
        `,
        fixed: `
          config_command_substitution: true
          providers:
            beta:
              kind: { type: catalog, name: beta }
              auth:
                type: static_key
                key: \${BETA_API_KEY:-pass show api/beta}
        `,
      },
      {
        global: `
          {
            "config_command_substitution": true,
            "integrations": {
              "search": {
                "strategy": "random",
                "providers": {
                  "search_a": { "enabled": true, "key": "«\${SEARCH_API_KEY:-$(cat \\"$HOME/.search key\\")}»" }
                }
              }
            }
          }
        `,
        fixed: `
          {
            "config_command_substitution": true,
            "integrations": {
              "search": {
                "strategy": "random",
                "providers": {
                  "search_a": { "enabled": true, "key": "\${SEARCH_API_KEY:-cat \\"$HOME/.search key\\"}" }
                }
              }
            }
          }
        `,
      },
      {
        global: `
          config_command_substitution: true
          mcp_servers:
            notes:
              transport: stdio
              command: notes-mcp
              env:
                TEAM: «\${NOTES_TEAM:-\${TEAM}}»
                HOST: "«\${NOTES_HOST:- $HOST}»"
                USER: «\${NOTES_USER:-\`id -un\`}»
                PLACE: '«\${NOTES_PLACE:-"$(uname -n)"}»'
        `,
        fixed: `
          config_command_substitution: true
          mcp_servers:
            notes:
              transport: stdio
              command: notes-mcp
              env:
                TEAM: \${NOTES_TEAM:-printenv TEAM}
                HOST: "\${NOTES_HOST:- printenv HOST}"
                USER: \${NOTES_USER:-id -un}
                PLACE: '\${NOTES_PLACE:-uname -n}'
        `,
      },
    ],
    good: [
      `
        config_command_substitution: true
        providers:
          beta:
            kind: { type: catalog, name: beta }
            auth:
              type: static_key
              key: \${BETA_API_KEY:-pass show api/beta}
      `,
      // Here the inner output is an argument.
      `
        config_command_substitution: true
        providers:
          gateway:
            kind: { type: custom_beta_compatible }
            url: https://\${GATEWAY:-echo $(uname -n).acme.example}/v1
      `,
    ],
  },
};
