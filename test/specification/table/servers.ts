/** §2.10: MCP servers. */
import type { Table } from "../cover.js";

export const servers: Table = {
  "2.10 mcp_servers: McpServerConfig": [
    [
      "block_list: MCP tool names in the form `mcp__server__tool` hidden from the model.",
      {
        rule: "mcp/block-list-name",
        example: `
          mcp_servers:
            files: { transport: stdio, command: files-mcp, block_list: [«delete», mcp__files__delete] }
        `,
      },
      // The form is right, the server is not: nothing is hidden.
      {
        rule: "effect/tool-of-another-server",
        example: "mcp_servers: { files: { transport: stdio, command: files-mcp, block_list: [«mcp__docs__delete»] } }",
      },
    ],
    [
      "default_timeout_seconds: Omitted means no server-level limit; zero is rejected.",
      {
        rule: "schema/out-of-range",
        example: "mcp_servers: { files: { transport: stdio, command: files-mcp, default_timeout_seconds: «0» } }",
      },
      {
        load: { global: "mcp_servers: { files: { transport: stdio, command: files-mcp } }" },
        gives: { "mcp_servers.files.default_timeout_seconds": undefined },
      },
    ],
    [
      "auth_key_name: Only ASCII letters, digits, underscores and hyphens; must not start with an underscore nor contain two underscores in a row.",
      {
        rule: "mcp/auth-key-name",
        example: `
          mcp_servers:
            one: { transport: http, url: https://one.example/, auth: { type: oauth }, auth_key_name: «one.example» }
            two: { transport: http, url: https://two.example/, auth: { type: oauth }, auth_key_name: «zwölf» }
            three: { transport: http, url: https://three.example/, auth: { type: oauth }, auth_key_name: «_three» }
            four: { transport: http, url: https://four.example/, auth: { type: oauth }, auth_key_name: «fo__ur» }
            five: { transport: http, url: https://five.example/, auth: { type: oauth }, auth_key_name: Fi_ve-5 }
        `,
      },
      {
        rule: "mcp/auth-key-name",
        example:
          "mcp_servers: { «one.example»: { transport: http, url: https://one.example/, auth: { type: oauth } } }",
      },
    ],
    [
      "Exactly one transport variant, chosen by `transport`:",
      { rule: "schema/missing-key", example: "mcp_servers: { «files»: { command: files-mcp } }" },
      {
        rule: "schema/unknown-variant",
        example: "mcp_servers: { docs: { transport: «sse», url: https://docs.example/ } }",
      },
      {
        rule: "mcp/other-transport",
        example: "mcp_servers: { docs: { transport: http, url: https://docs.example/, «command»: docs-mcp } }",
      },
    ],
    [
      "stdio command: string, required",
      { rule: "schema/missing-key", example: "mcp_servers: { «files»: { transport: stdio } }" },
    ],
    [
      "stdio env: Variables set on the child, which starts with a cleared environment; they override variables copied by `pass_env`.",
      {
        rule: "effect/variable-set-anyway",
        example: `
          mcp_servers:
            files: { transport: stdio, command: files-mcp, env: { LANG: C }, pass_env: [HOME, «LANG»] }
        `,
      },
    ],
    [
      "stdio pass_env: List: exactly those.",
      {
        load: {
          global: "mcp_servers: { files: { transport: stdio, command: files-mcp, pass_env: [EDITOR] } }",
          project: "mcp_servers: { files: { pass_env: [PAGER] } }",
        },
        gives: { "mcp_servers.files.pass_env": ["PAGER"] },
      },
    ],
    [
      "http url: string, required",
      { rule: "schema/missing-key", example: "mcp_servers: { «docs»: { transport: http } }" },
    ],
  ],
};
