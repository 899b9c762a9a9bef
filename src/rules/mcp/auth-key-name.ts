/** Spec 2.10: ASCII letters, digits, hyphens and single underscores, the first not an underscore. */
import { entriesOf, keyAt, name, type Rule } from "../rule.js";

/** The schema says the same of `auth_key_name` itself (`x-rule`); without it the server's name is the directory. */
const DIRECTORY = /^[0-9A-Za-z-]+(?:_[0-9A-Za-z-]+)*_?$/;

export const rule: Rule = {
  id: "mcp/auth-key-name",
  severity: "error",
  summary: "a credentials directory that may not be named so",
  why: `The name becomes a directory under \`auth/mcp/\`, where the server's OAuth credentials are kept; a slash or dot
could lead out of it. A global file with such a name is not loaded; from a project's file the name is left out, and the
server's own name is used. Take ASCII letters, digits, hyphens and single underscores, and do not start with an
underscore.`,
  *check(view) {
    for (const [server, entry] of entriesOf(view.config.mcp_servers)) {
      const path = ["mcp_servers", server];
      const isStored = entry.transport === "http" && entry.auth?.type === "oauth";
      if (!isStored || DIRECTORY.test(server) || !view.lacks([...path, "auth_key_name"])) continue;
      yield {
        at: keyAt(...path),
        message: `${name(...path)} keeps its login in a directory of its own name, which may not be one`,
        label: "not the name of a directory",
        help: "write an `auth_key_name` of ASCII letters, digits, hyphens and single underscores",
        because: [
          [...path, "auth_key_name"],
          [...path, "auth", "type"],
        ],
      };
    }
  },
  examples: {
    bad: [
      `
        mcp_servers:
          «docs.example.net»: { transport: http, url: https://docs.example.net/mcp, auth: { type: oauth } }
      `,
      {
        global: `
          mcp_servers:
            my__wiki: { transport: http, url: https://wiki.example.net/mcp }
        `,
        project: `
          mcp_servers:
            my__wiki: { auth: { type: «oauth» } }
        `,
      },
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
