/** The grammar of substitutions, and what is none of it (S17). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/syntax",
  severity: "error",
  summary: "something that starts like a substitution and is none",
  why: `A value knows \`\${NAME}\`, \`\${NAME:-command}\` and \`$(command)\`, and nothing else of what shells and other tools offer:
no \`\${NAME:=text}\`, no \`\${env:NAME}\`, no arithmetic. The agent does not guess what the rest should mean, so the
configuration does not load and no command in it runs; in a project, the one value is left out. Write one of the three
forms, or double the dollar sign, as in \`$$(\` and \`$\${\`, where you mean the characters themselves.`,
  examples: {
    bad: [
      `
        providers:
          beta:
            kind: { type: catalog, name: beta }
            auth:
              type: static_key
              key: «\${env:BETA_API_KEY}»
      `,
      {
        global: `
          config_command_substitution: true
          mcp_servers:
            docs:
              transport: http
              url: https://docs.acme.example/mcp
              auth:
                type: authorization-header
                value: Bearer «$(cat ~/.secrets/docs.token»
        `,
        project: `
          {
            "mcp_servers": {
              "preview": {
                "transport": "stdio",
                "command": "preview-mcp",
                "args": ["--root", "«\${ROOT:=dist}»/pages", "--port", "«$((8000 + 80))»"]
              }
            }
          }
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
              key: \${BETA_API_KEY}
        mcp_servers:
          docs:
            transport: http
            url: https://docs.acme.example/mcp
            auth:
              type: authorization-header
              value: Bearer $(cat ~/.secrets/docs.token)
      `,
      // Only `$(` and `\${` start anything, and a second dollar sign takes that back.
      `
        {
          "mcp_servers": {
            "preview": {
              "transport": "stdio",
              "command": "preview-mcp",
              "args": ["--title", "$\${page.title}", "--only", "^index$", "--budget", "US$5"]
            }
          }
        }
      `,
    ],
  },
};
