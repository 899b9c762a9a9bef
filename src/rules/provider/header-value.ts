/** What an HTTP header cannot carry, in every place that becomes one (spec 2.3, 2.10, 5.1, 5.2). No message shows a value. */
import type { Path } from "../../text/path.js";
import { entriesOf, name, type Rule, type View, valueAt } from "../rule.js";

export const rule: Rule = {
  id: "provider/header-value",
  severity: "error",
  summary: "a header value that HTTP does not allow",
  why: `A header is one line of Latin-1 text. A line break would let the value add headers of its own, and every HTTP client refuses
it, as it refuses other control characters and characters beyond Latin-1: each request fails. Keys and authorization values become
headers too. Often it is a pasted key with a line break in the middle.`,
  *check(view) {
    for (const path of headerPlaces(view)) {
      const text = view.text(path);
      if (text === undefined) continue;
      const culprit = /[^\t\x20-\x7e\x80-\xff]/u.exec(path.at(-1) === "key" ? text.trim() : text)?.[0];
      if (culprit === undefined) continue;
      yield {
        at: valueAt(...path),
        message: `${name(...path)} holds ${describe(culprit)}, which a header cannot carry`,
      };
    }
  },
  examples: {
    bad: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            headers: { X-Team: «"platform\\r\\nX-Admin: 1"» }
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: http, url: https://docs.example.net/mcp }
        `,
        project: `
          {
            "mcp_servers": { "docs": { "headers": { "X-Team": «"チーム"» } } }
          }
        `,
      },
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: http://127.0.0.1:8080/v1
            auth: { type: static_key, key: «"local\\nkey"» }
            headers: { X-Team: «"platform\\n"», X-Note: «"a\\u007fb"» }
      `,
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: http://127.0.0.1:8080/v1
            headers: { X-Team: "plate-forme équipée" }
            auth: { type: static_key, key: "  local-key\\n" }
      `,
      {
        global: `
          mcp_servers:
            docs:
              transport: http
              url: https://docs.example.net/mcp
              auth: { type: authorization-header, value: "Bearer \${DOCS_TOKEN}" }
        `,
        project: `
          mcp_servers:
            docs: { headers: { X-Note: "a\\tb" } }
        `,
      },
    ],
  },
};

function* headerPlaces({ config }: View): Generator<Path> {
  for (const [provider, { headers }] of entriesOf(config.providers)) {
    for (const [header] of entriesOf(headers)) yield ["providers", provider, "headers", header];
    yield ["providers", provider, "auth", "key"];
  }
  for (const [server, entry] of entriesOf(config.mcp_servers)) {
    if (entry.transport !== "http") continue;
    for (const [header] of entriesOf(entry.headers)) yield ["mcp_servers", server, "headers", header];
    yield ["mcp_servers", server, "auth", "value"];
  }
}

function describe(character: string): string {
  if (/[\r\n]/.test(character)) return "a line break";
  return /\p{Cc}/u.test(character) ? "a control character" : "a character beyond Latin-1";
}
