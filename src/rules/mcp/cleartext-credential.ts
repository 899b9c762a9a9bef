/** A credential that a remote server is sent over plain HTTP. Said at whatever the highest layer wrote: without it there would be none. */
import type { Path } from "../../path.js";
import { quote } from "../../printable.js";
import { keyAt, name, type Rule, valueAt } from "../rule.js";
import { isLoopback, readUrl } from "../url.js";
import { type HttpServer, serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/cleartext-credential",
  severity: "warning",
  summary: "a credential sent to a tool server without encryption",
  why: `Everybody between this machine and the server can read a request over plain HTTP, credential included, and use it in the
user's name. Use \`https://\`. A server on this machine (\`127.0.0.1\`, \`[::1]\`, \`localhost\`) may stay with \`http://\`.`,
  *check(view) {
    for (const [server, entry] of serversOver(view.config, "http")) {
      const urlPath: Path = ["mcp_servers", server, "url"];
      const url = readUrl(view.text(urlPath));
      const credential = credentialOf(entry);
      if (url?.protocol !== "http:" || isLoopback(url) || credential === undefined) continue;
      const credentialPath: Path = ["mcp_servers", server, ...credential];
      const address = { at: valueAt(...urlPath), message: "the address it is sent to" };
      const sent = {
        at: credential[0] === "headers" ? keyAt(...credentialPath) : valueAt(...credentialPath),
        message: "the credential that is sent",
      };
      const isAddress = view.newestFirst(urlPath, credentialPath)[0] === urlPath;
      yield {
        at: isAddress ? address.at : sent.at,
        message: `${name("mcp_servers", server)} sends a credential to ${quote(url.host)} without encryption`,
        label: isAddress ? "plain HTTP" : "sent over plain HTTP",
        related: [isAddress ? sent : address],
        help: "write `https://` in its `url`",
        proposals: isAddress
          ? [
              {
                title: "write `https`",
                safe: false,
                changes: [
                  { kind: "respell-inside", path: urlPath, within: { start: 0, end: "http".length }, text: "https" },
                ],
              },
            ]
          : [],
      };
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
            issues: { headers: { «Cookie»: "\${ISSUES_COOKIE}" } }
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
function credentialOf({ auth, headers }: HttpServer): Path | undefined {
  if (auth?.type === "authorization-header" || auth?.type === "oauth") return ["auth", "type"];
  const header = Object.keys(headers ?? {}).find((key) => CREDENTIAL_HEADER.test(key));
  return header === undefined ? undefined : ["headers", header];
}

const CREDENTIAL_HEADER =
  /^(?:proxy-)?authorization$|^cookie$|(?:^|[^a-z])(?:token|secret|key|apikey|password)(?:[^a-z]|$)/i;
