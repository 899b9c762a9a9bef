/** Patterns of the schema without a rule of their own; today those of environment variables (spec 2.10). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/format",
  severity: "error",
  summary: "a text that does not have the form its place requires",
  why: `The text has the right type but cannot be what its place holds: no environment variable is called
\`LOG_LEVEL=debug\` or \`$HOME\`. A global file that says so is not loaded; a project's value is left out. Under
\`env\` write the name as the key and the value beside it; in \`pass_env\` write bare names, without \`$\`.`,
  examples: {
    bad: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            auth: { type: static_key, key: «" "» }
      `,
      `
        mcp_servers:
          docs:
            transport: stdio
            command: docs-mcp
            pass_env: [HOME, PATH, «$DOCS_TOKEN»]
      `,
      `
        {
          "mcp_servers": {
            "docs": {
              "transport": "stdio",
              "command": "docs-mcp",
              "env": { «"LOG LEVEL"»: "debug" },
              "pass_env": ["HOME", «"LANG=C.UTF-8"»]
            }
          }
        }
      `,
    ],
    good: [
      `
        mcp_servers:
          docs:
            transport: stdio
            command: docs-mcp
            pass_env: [HOME, PATH, DOCS_TOKEN]
      `,
      `
        {
          "mcp_servers": {
            "docs": {
              "transport": "stdio",
              "command": "docs-mcp",
              "env": { "LOG_LEVEL": "debug", "LANG": "C.UTF-8" },
              "pass_env": ["HOME"]
            }
          }
        }
      `,
    ],
  },
};
