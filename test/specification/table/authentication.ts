/** §5: authentication at providers and at MCP servers. */
import type { Table } from "../cover.js";

export const authentication: Table = {
  "5.1 Provider auth (`providers.<name>.auth`), tagged on `type`": [
    [
      "static_key: key (string, required), format (AuthFormat or null)",
      {
        rule: "schema/missing-key",
        example: "providers: { acme: { kind: { type: catalog, name: alpha }, «auth»: { type: static_key } } }",
      },
      {
        rule: "schema/unknown-value",
        example: `
          providers:
            acme:
              kind: { type: catalog, name: alpha }
              auth: { type: static_key, key: "\${ACME_KEY}", format: «bearer» }
        `,
      },
    ],
    [
      "static_key: Leading and trailing whitespace and newlines are stripped at load; every other character is kept, so keys containing dots are valid.",
      {
        load: {
          global: `
            providers:
              acme: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: " \${ACME_KEY}\\n" } }
          `,
          env: { ACME_KEY: "\n\t a.b. c$(d)\r\n" },
        },
        gives: { "providers.acme.auth.key": "a.b. c$(d)" },
      },
      {
        rule: "schema/format",
        example:
          'providers: { acme: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: «" "» } } }',
      },
    ],
    [
      "delta_device: profile (string, required)",
      {
        rule: "schema/missing-key",
        example: "providers: { delta: { kind: { type: catalog, name: delta }, «auth»: { type: delta_device } } }",
      },
    ],
    [
      "epsilon_device: profile (string, required)",
      {
        rule: "schema/missing-key",
        example: "providers: { epsilon: { kind: { type: catalog, name: epsilon }, «auth»: { type: epsilon_device } } }",
      },
    ],
  ],

  "5.2 MCP remote auth (`mcp_servers.<name>.auth`), tagged on `type`": [
    [
      "authorization-header: value (string, required)",
      {
        rule: "schema/missing-key",
        example:
          "mcp_servers: { docs: { transport: http, url: https://docs.example/, «auth»: { type: authorization-header } } }",
      },
    ],
    [
      "registration (tagged on `type`, default `auto`): `auto` (server drives dynamic registration); `client-metadata-url` with `url` (string, required; HTTPS with a non-root path serving the client metadata document); `pre-registered` with `client_id` (string, required) and `client_secret` (string or null).",
      {
        load: {
          global: "mcp_servers: { docs: { transport: http, url: https://docs.example/, auth: { type: oauth } } }",
        },
        gives: { "mcp_servers.docs.auth.registration": { type: "auto" } },
      },
      {
        rule: "schema/missing-key",
        example: `
          mcp_servers:
            one:
              transport: http
              url: https://one.example/
              auth: { type: oauth, «registration»: { type: client-metadata-url } }
            two:
              transport: http
              url: https://two.example/
              auth: { type: oauth, «registration»: { type: pre-registered } }
        `,
      },
      {
        rule: "mcp/metadata-url",
        example: `
          mcp_servers:
            one:
              transport: http
              url: https://one.example/
              auth: { type: oauth, registration: { type: client-metadata-url, url: «https://one.example/» } }
            two:
              transport: http
              url: https://two.example/
              auth: { type: oauth, registration: { type: client-metadata-url, url: «http://two.example/agent.json» } }
        `,
      },
    ],
    [
      "redirect (tagged on `type`, default `ephemeral-loopback`): `ephemeral-loopback` (temporary loopback redirect URI, callback captured automatically); `fixed` with `uri` (string, required; HTTPS or a loopback HTTP address).",
      {
        load: {
          global: "mcp_servers: { docs: { transport: http, url: https://docs.example/, auth: { type: oauth } } }",
        },
        gives: { "mcp_servers.docs.auth.redirect": { type: "ephemeral-loopback" } },
      },
      {
        rule: "schema/missing-key",
        example: `
          mcp_servers:
            docs:
              transport: http
              url: https://docs.example/
              auth: { type: oauth, «redirect»: { type: fixed } }
        `,
      },
      {
        rule: "mcp/redirect-uri",
        example: `
          mcp_servers:
            one:
              transport: http
              url: https://one.example/
              auth: { type: oauth, redirect: { type: fixed, uri: «http://agent.example/callback» } }
            two:
              transport: http
              url: https://two.example/
              auth: { type: oauth, redirect: { type: fixed, uri: https://agent.example/callback } }
            three:
              transport: http
              url: https://three.example/
              auth: { type: oauth, redirect: { type: fixed, uri: "http://127.0.0.1:8123/callback" } }
        `,
      },
    ],
  ],
};
