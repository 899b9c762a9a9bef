/** Spec 2.10: the endpoint of a remote server. No message repeats it: it may hold a credential. */
import { name, type Rule, valueAt } from "../rule.js";
import { addressAt } from "./address.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/invalid-url",
  severity: "error",
  summary: "a server's URL that cannot be used, or leads elsewhere than it reads",
  why: `The agent cannot connect to what is not an absolute \`http\` or \`https\` URL, so the server's tools never appear. A URL with a
name before \`@\`, or with a host in look-alike letters, does connect: to another host than the one it shows. Write scheme, host
and path out, and put credentials into \`auth\` or \`headers\`.`,
  *check(view) {
    for (const [server] of serversOver(view.config, "http")) {
      const { path, problem } = addressAt(view, "mcp_servers", server, "url") ?? {};
      if (path === undefined || problem === undefined) continue;
      yield { ...problem, at: valueAt(...path), message: `${name(...path)} ${problem.message}` };
    }
  },
  examples: {
    bad: [
      `
        mcp_servers:
          docs: { transport: http, url: «docs.example.net/mcp» }
          issues: { transport: http, url: «"ws://issues.example.com/mcp"» }
      `,
      `
        {
          "mcp_servers": {
            // Leads to mirror.example.org.
            "docs": { "transport": "http", "url": «"https://docs.example.net@mirror.example.org/mcp"» },
          },
        }
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: https://docs.example.net/mcp }
        `,
        project: `
          mcp_servers:
            docs: { url: «"https://dоcs.example.net/mcp"» } # the first o is Cyrillic
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          docs: { transport: http, url: https://docs.example.net/mcp?set=all }
          local: { transport: http, url: "http://127.0.0.1:8931/mcp" }
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: docs.example.net }
            issues: { transport: http, url: "https://\${ISSUES_HOST}/mcp" }
        `,
        project: `
          mcp_servers:
            docs: { url: "https://DOCS.example.net:443/mcp" }
        `,
      },
    ],
  },
};
