/** S17: all variables that are not set are reported at once, each at its place. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/unset-variable",
  severity: "error",
  summary: "a variable that is not set (when loading)",
  why: `The value needs an environment variable that the agent was started without, so the configuration does not load: an
empty key or half a URL would only fail later, and less clearly. Set the variable where the agent starts; a shell profile
is not read by programs that a desktop or a service manager launches. No \`.env\` file is read either. Where you mean the
characters themselves, write \`$\${NAME}\`.`,
  examples: {
    bad: [
      {
        global: `
          providers:
            beta:
              kind: { type: catalog, name: beta }
              auth:
                type: static_key
                key: «\${BETA_API_KEY}»
        `,
        env: {},
      },
      {
        global: `
          providers:
            gateway:
              kind: { type: custom_beta_compatible }
              url: https://\${GATEWAY_HOST}/«\${GATEWAY_TEAM}»/v1
        `,
        project: `
          {
            "mcp_servers": {
              "tickets": {
                "transport": "http",
                "url": "https://tickets.acme.example/mcp",
                "auth": { "type": "authorization-header", "value": "Bearer «\${TICKETS_TOKEN}»" }
              }
            }
          }
        `,
        env: { GATEWAY_HOST: "models.acme.example" },
      },
    ],
    good: [
      {
        global: `
          providers:
            beta:
              kind: { type: catalog, name: beta }
              auth:
                type: static_key
                key: \${BETA_API_KEY}
        `,
        env: { BETA_API_KEY: "an example" },
      },
      // A fallback supplies what the variable does not, and an escaped one needs none.
      {
        global: `
          config_command_substitution: true
          providers:
            gateway:
              kind: { type: custom_beta_compatible }
              url: https://\${GATEWAY_HOST:-echo models.acme.example}/v1
          mcp_servers:
            notes: { transport: stdio, command: notes-mcp, args: ["--template", "# $\${title}"] }
        `,
        env: {},
      },
    ],
  },
};
