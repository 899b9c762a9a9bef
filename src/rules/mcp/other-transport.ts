/** Spec 2.10: exactly one transport; each has keys of its own. The schema knows them (`x-rule` of the union). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "mcp/other-transport",
  severity: "error",
  summary: "a key that belongs to the other transport",
  why: `A server is started as a child process (\`stdio\`) or reached at a URL (\`http\`), never both. A key of the other transport does
nothing: a \`command\` is not started, \`headers\` are not sent. Remove it, or change the transport.`,
  examples: {
    bad: [
      `
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp
            «args»: [--verbose]
      `,
      {
        global: `
          mcp_servers:
            files: { transport: stdio, command: files-mcp }
        `,
        project: `
          {
            "mcp_servers": {
              "docs": { "transport": "stdio", "command": "docs-mcp", «"headers"»: {}, «"reinit_on_expired_session"»: true }
            }
          }
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          files: { transport: stdio, command: files-mcp, args: [--verbose] }
          docs: { transport: http, url: https://docs.example.net/mcp, headers: { X-Team: platform } }
      `,
      {
        global: `
          mcp_servers:
            files: { transport: stdio, command: files-mcp, args: [--verbose] }
        `,
        project: `
          mcp_servers:
            files: { transport: http, url: https://files.example.net/mcp }
        `,
      },
    ],
  },
};
