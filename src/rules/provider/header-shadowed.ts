/** Spec 2.3: where a header matches one that the agent sends with each request, the agent's value wins. */
import { quote } from "../../text/printable.js";
import { entriesOf, keyAt, type Report, type Rule } from "../rule.js";
import { type Provider, protocolOf } from "./protocol.js";

/** What belongs to the single request or to the connection: no configuration can set it. */
const PER_REQUEST: ReadonlySet<string> = new Set([
  "content-length",
  "content-type",
  "connection",
  "host",
  "transfer-encoding",
]);

/** The header that carries a static key, by format (spec 5.1). */
const KEY_HEADERS: Readonly<Record<string, string>> = {
  bearer_token: "authorization",
  alpha_x_api_key: "x-api-key",
  gamma_api_key: "api-key",
};

export const rule: Rule = {
  id: "provider/header-shadowed",
  severity: "warning",
  summary: "a header that the agent overwrites",
  why: `The agent sets some headers itself, for each request: those of the connection, the content type, and the one that carries the
credential of \`auth\`. Where a configured header has the same name, the agent's value wins and yours is never sent. To send a
credential of your own making, use \`no_auth\` with the header, or \`auth\` without it.`,
  *check(view) {
    for (const [provider, entry] of entriesOf(view.config.providers)) {
      const carrier = carrierOf(entry, protocolOf(view, provider, entry));
      yield* shadowed(["providers", provider], entry.headers, carrier);
    }
    for (const [server, entry] of entriesOf(view.config.mcp_servers)) {
      if (entry.transport !== "http") continue;
      const sends = entry.auth?.type === "authorization-header" || entry.auth?.type === "oauth";
      yield* shadowed(["mcp_servers", server], entry.headers, sends ? "authorization" : undefined);
    }
  },
  examples: {
    bad: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            auth: { type: static_key, key: "\${ACME_KEY}" }
            headers: { «authorization»: "Bearer \${OTHER_KEY}" }
          beta:
            kind: { type: catalog, name: beta }
            auth: { type: epsilon_device, profile: work }
            headers: { «Authorization»: "Bearer \${OTHER_KEY}" }
      `,
      {
        global: `
          providers:
            alpha:
              kind: { type: catalog, name: alpha }
              auth: { type: static_key, key: "\${ALPHA_KEY}", format: alpha_x_api_key }
        `,
        project: `
          {
            "providers": { "alpha": { "headers": { «"X-Api-Key"»: "\${OTHER_KEY}", «"Host"»: "alpha.example" } } }
          }
        `,
      },
      `
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp
            auth: { type: authorization-header, value: "Bearer \${DOCS_TOKEN}" }
            headers: { «Authorization»: "Bearer \${OTHER_TOKEN}" }
      `,
      {
        global: `
          mcp_servers:
            docs:
              transport: http
              url: https://docs.example.net/mcp
              headers: { Authorization: "Bearer \${DOCS_TOKEN}" }
        `,
        project: `
          mcp_servers:
            docs: { auth: { type: «oauth» } }
        `,
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            auth: { type: no_auth }
            headers: { Authorization: "Custom \${ACME_KEY}", X-Team: platform }
      `,
      {
        global: `
          providers:
            alpha:
              kind: { type: catalog, name: alpha }
              auth: { type: static_key, key: "\${ALPHA_KEY}", format: alpha_x_api_key }
        `,
        project: `
          providers:
            alpha: { headers: { api-key: "\${OTHER_KEY}" } }
        `,
      },
    ],
  },
};

function* shadowed(
  path: readonly string[],
  headers: Provider["headers"],
  carrier: string | undefined,
): Generator<Report> {
  for (const header of Object.keys(headers ?? {})) {
    const lower = header.toLowerCase();
    const isCarrier = lower === carrier;
    if (!isCarrier && !PER_REQUEST.has(lower)) continue;
    const auth = [...path, "auth", "type"];
    yield {
      at: keyAt(...path, "headers", header),
      message: `the agent sends ${quote(header)} itself, and its value wins over this one`,
      label: "never sent",
      because: [auth, [...path, "auth", "format"], [...path, "protocol"], [...path, "kind", "type"]],
      related: isCarrier ? [{ at: { path: auth, part: "value" }, message: "sends the credential in this header" }] : [],
      help: isCarrier ? "keep either the header or `auth`" : "remove it",
    };
  }
}

/** The header that carries the credential of `auth`; undefined while nobody knows, or where there is none. */
function carrierOf({ auth }: Provider, protocol: string | undefined): string | undefined {
  switch (auth?.type) {
    case "static_key":
      if (auth.format !== undefined) return KEY_HEADERS[auth.format];
      // Omitted means what the provider recommends: known for the two first-party dialects only.
      return protocol === "alpha_messages" ? "x-api-key" : protocol?.startsWith("beta_") ? "authorization" : undefined;
    case "delta_device":
    case "epsilon_device":
      return "authorization";
    default:
      return undefined;
  }
}
