/** Spec 1: values in a project config never run commands (S19). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/in-project",
  severity: "error",
  summary: "a command in a project file, where it never runs",
  why: `If a project file could run commands, opening a cloned repository would be enough to run whatever its authors like on
your machine. So no switch allows it: \`$(…)\` and \`\${NAME:-command}\` stay the characters they are, and the server or
provider is handed that text as if it were the value. Use a plain \`\${NAME}\` and let each user set the variable, or have
them put the command into their own global config; for the characters themselves write \`$$(\` or \`$\${\`.`,
  examples: {
    bad: [
      {
        global: `
          config_command_substitution: true
        `,
        project: `
          mcp_servers:
            tickets:
              transport: http
              url: https://tickets.acme.example/mcp
              auth:
                type: authorization-header
                value: Bearer «$(pass show acme/tickets)»
        `,
      },
      {
        project: `
          {
            "mcp_servers": {
              "history": {
                "transport": "stdio",
                "command": "history-mcp",
                "args": ["--author", "«\${AUTHOR:-git config user.name}»"]
              }
            }
          }
        `,
      },
    ],
    good: [
      {
        global: `
          config_command_substitution: true
        `,
        project: `
          mcp_servers:
            tickets:
              transport: http
              url: https://tickets.acme.example/mcp
              auth:
                type: authorization-header
                value: Bearer \${TICKETS_TOKEN}
        `,
      },
      // The command stands in the global config, the rest in the project.
      {
        global: `
          config_command_substitution: true
          mcp_servers:
            tickets:
              transport: http
              url: https://tickets.acme.example/mcp
              auth:
                type: authorization-header
                value: Bearer $(pass show acme/tickets)
        `,
        project: `
          mcp_servers:
            tickets: { default_timeout_seconds: 60 }
        `,
      },
      {
        project: `
          {
            "mcp_servers": {
              "history": {
                "transport": "stdio",
                "command": "history-mcp",
                "args": ["--prompt", "as of $$(date), by $\${author}"]
              }
            }
          }
        `,
      },
    ],
  },
};
