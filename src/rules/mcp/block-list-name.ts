/** Spec 2.10: tool names in the form `mcp__server__tool`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/block-list-name",
  severity: "error",
  summary: "a blocked tool that is not written `mcp__server__tool`",
  why: `Tools are hidden by their full name: \`mcp\`, the server and the tool, with two underscores between them. A
shorter name hides nothing, and the tool you wanted gone would stay in the model's hands. So a global file with one is
not loaded, and a project's list is left out as a whole. Write the name out, even in the list of the very server that
has the tool.`,
  examples: {
    bad: [
      `
        mcp_servers:
          database:
            transport: stdio
            command: database-mcp
            block_list: [«drop_table», «database.truncate»]
      `,
      {
        global: `
          {
            "mcp_servers": {
              "database": { "transport": "stdio", "command": "database-mcp" }
            }
          }
        `,
        project: `
          {
            "mcp_servers": {
              "database": { "block_list": [«"mcp_database_drop_table"»] }
            }
          }
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          database:
            transport: stdio
            command: database-mcp
            block_list: [mcp__database__drop_table, mcp__database__truncate]
      `,
      {
        global: `
          {
            "mcp_servers": {
              "database": { "transport": "stdio", "command": "database-mcp" }
            }
          }
        `,
        project: `
          {
            "mcp_servers": {
              "database": { "block_list": ["mcp__database__drop_table"] }
            }
          }
        `,
      },
    ],
  },
};
