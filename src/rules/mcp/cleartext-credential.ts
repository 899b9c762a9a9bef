/** Over plain HTTP everybody on the way reads the credential of a server (spec 5.2). */
import { namesCredential } from "../../redaction/credential.js";
import { cleartext } from "../cleartext.js";
import type { Rule } from "../rule.js";
import { type HttpServer, serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/cleartext-credential",
  severity: "warning",
  summary: "a credential sent to a tool server without encryption",
  why: `Everybody between this machine and the server can read a request over plain HTTP, credential included, and use it in the
user's name. Use \`https://\`. A server on this machine (\`127.0.0.1\`, \`[::1]\`, \`localhost\`) may stay with \`http://\`.`,
  *check(view) {
    for (const [server, entry] of serversOver(view.config, "http")) {
      const credential = credentialOf(entry);
      const report = credential && cleartext(view, ["mcp_servers", server], credential);
      if (report !== undefined) yield report;
    }
  },
  examples: {
    bad: [
      {
        global: `
          mcp_servers:
            docs:
              transport: http
              url: «http://docs.example.net/mcp»
              auth: { type: authorization-header, value: "Bearer \${DOCS_TOKEN}" }
        `,
        fixed: `
          mcp_servers:
            docs:
              transport: http
              url: https://docs.example.net/mcp
              auth: { type: authorization-header, value: "Bearer \${DOCS_TOKEN}" }
        `,
      },
      {
        global: `
          {
            "mcp_servers": {
              "docs": {
                "transport": "http",
                "url": «"HTTP://192.168.0.7:8080/mcp"», // a neighbour can listen too
                "headers": { "X-Team": "platform", "X-Auth-Token": "\${DOCS_TOKEN}" },
              },
            },
          }
        `,
        fixed: `
          {
            "mcp_servers": {
              "docs": {
                "transport": "http",
                "url": "https://192.168.0.7:8080/mcp", // a neighbour can listen too
                "headers": { "X-Team": "platform", "X-Auth-Token": "\${DOCS_TOKEN}" },
              },
            },
          }
        `,
      },
      // Said where the project made it so.
      {
        global: `
          mcp_servers:
            issues: { transport: http, url: "https://issues.example.com/mcp", auth: { type: oauth } }
        `,
        project: `
          mcp_servers:
            issues: { url: «"http://issues.example.com/mcp"» }
        `,
        fixed: {
          project: `
            mcp_servers:
              issues: { url: "https://issues.example.com/mcp" }
          `,
        },
      },
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: "http://docs.example.net/mcp" }
            issues: { transport: http, url: "http://issues.example.com/mcp" }
        `,
        project: `
          mcp_servers:
            docs: { auth: { type: «oauth» } }
            issues: { headers: { Cookie: «"\${ISSUES_COOKIE}"» } }
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          local:
            transport: http
            url: http://127.0.0.1:8931/mcp
            auth: { type: authorization-header, value: "Bearer \${LOCAL_TOKEN}" }
          plain: { transport: http, url: "http://docs.example.net/mcp", headers: { X-Team: platform, X-Monkey: "3" } }
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: "http://docs.example.net/mcp" }
        `,
        project: `
          mcp_servers:
            docs:
              url: https://docs.example.net/mcp
              headers: { Authorization: "Bearer \${DOCS_TOKEN}" }
        `,
      },
    ],
  },
};

/** Where a server's entry holds a credential: its authentication first, else a header that is one by its name. */
function credentialOf({ auth, headers }: HttpServer): readonly string[] | undefined {
  if (auth?.type === "authorization-header" || auth?.type === "oauth") return ["auth", "type"];
  const header = Object.keys(headers ?? {}).find(namesCredential);
  return header === undefined ? undefined : ["headers", header];
}
