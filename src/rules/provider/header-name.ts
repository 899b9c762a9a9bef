/** Spec 2.3: names must be valid HTTP header names (RFC 9110: letters, digits and ``!#$%&'*+-.^_`|~``). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/header-name",
  severity: "error",
  summary: "a header name that HTTP does not allow",
  why: `No request can carry a header of this name: a global file that has one is not loaded, and from a project's file
the header is left out. A name holds letters, digits and hyphens, and no spaces or colons. When a whole header line was
put into the key, write the part before the colon as the key and the rest as its value. This goes for headers of MCP
servers, too.`,
  examples: {
    bad: [
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
            headers:
              «X Team»: platform
      `,
      `
        {
          "providers": {
            "acme": {
              "kind": { "type": "catalog", "name": "alpha" },
              "headers": { «"X-Team: platform"»: "" }
            }
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
              headers: { «"X-Project:"»: bridge }
        `,
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
            headers:
              X-Team: platform
      `,
      `
        {
          "providers": {
            "acme": {
              "kind": { "type": "catalog", "name": "alpha" },
              "headers": { "X-Team": "platform: tools", "x_cost.center": "4711" }
            }
          }
        }
      `,
    ],
  },
};
