/** Tagged objects (spec 2.3, 2.4, 2.10, 5): `type` or `transport` says which other keys there are. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-variant",
  severity: "error",
  summary: "a tag that names no known variant",
  why: `\`type\` and \`transport\` decide which other keys an object has. While the word is unknown, nobody can tell
what the rest means, so the rest is not even checked: a global file is not loaded, and a project's object is left out
as a whole. Choose one of the accepted words. A server that older tools reach by \`sse\` has to offer streamable HTTP
to be reached with \`http\`.`,
  examples: {
    bad: [
      {
        global: `
          providers:
            acme:
              kind: { type: «custom-beta-compatible» }
              url: https://api.acme.example/v1
        `,
        fixed: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
        `,
      },
      `
        {
          "mcp_servers": {
            "docs": { "transport": «"sse"», "url": "https://docs.example.net/mcp" }
          }
        }
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: "https://docs.example.net/mcp" }
        `,
        project: `
          mcp_servers:
            docs:
              auth: { type: «OAuth», scopes: [read] }
        `,
        fixed: {
          project: `
            mcp_servers:
              docs:
                auth: { type: oauth, scopes: [read] }
          `,
        },
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
      `,
      `
        {
          "mcp_servers": {
            "docs": { "transport": "http", "url": "https://docs.example.net/mcp" }
          }
        }
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: "https://docs.example.net/mcp" }
        `,
        project: `
          mcp_servers:
            docs:
              auth: { type: oauth, scopes: [read] }
        `,
      },
    ],
  },
};
