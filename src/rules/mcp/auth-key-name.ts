/** Spec 2.10: ASCII letters, digits, hyphens and single underscores, the first not an underscore. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/auth-key-name",
  severity: "error",
  summary: "a credentials directory that may not be named so",
  why: `The name becomes a directory under \`auth/mcp/\`, where the server's OAuth credentials are kept; a slash or dot
could lead out of it. A global file with such a name is not loaded; from a project's file the name is left out, and the
server's own name is used. Take ASCII letters, digits, hyphens and single underscores, and do not start with an
underscore.`,
  examples: {
    bad: [
      `
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp
            auth: { type: oauth }
            auth_key_name: «docs.example.net»
          wiki:
            transport: http
            url: https://wiki.example.net/mcp
            auth: { type: oauth }
            auth_key_name: «_wiki»
      `,
      {
        global: `
          {
            "mcp_servers": {
              "docs": {
                "transport": "http",
                "url": "https://docs.example.net/mcp",
                "auth": { "type": "oauth" }
              }
            }
          }
        `,
        project: `
          {
            "mcp_servers": {
              "docs": { "auth_key_name": «"../other-project/docs"» }
            }
          }
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp
            auth: { type: oauth }
            auth_key_name: docs-example_net
          wiki:
            transport: http
            url: https://wiki.example.net/mcp
            auth: { type: oauth }
      `,
      {
        global: `
          {
            "mcp_servers": {
              "docs": {
                "transport": "http",
                "url": "https://docs.example.net/mcp",
                "auth": { "type": "oauth" }
              }
            }
          }
        `,
        project: `
          {
            "mcp_servers": {
              "docs": { "auth_key_name": "other-project_docs" }
            }
          }
        `,
      },
    ],
  },
};
