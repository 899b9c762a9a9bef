/** A `:` without the space after it, or a key without its `:`, inside braces: one finding, as in a block. */
import { rows } from "./row.js";

const provider = (auth: string): string =>
  `providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1', auth: ${auth} } }`;
const GLUED = "global error syntax/yaml";

rows({
  "the only key of a mapping": {
    global: provider("{ type:no_auth }"),
    says: [`${GLUED} type:no_auth`],
    telling: /a `:` needs a space after it/,
    fixed: provider("{ type: no_auth }"),
  },
  "the first of two keys": {
    global: provider("{ type:static_key, key: '${K}' }"),
    says: [`${GLUED} type:static_key`],
    fixed: provider("{ type: static_key, key: '${K}' }"),
  },
  "a number": {
    global: `${provider("{ type: no_auth }")}\nmodels: { m: { provider: p, class: full, context_window:64000 } }`,
    says: [`${GLUED} context_window:64000`],
    fixed: `${provider("{ type: no_auth }")}\nmodels: { m: { provider: p, class: full, context_window: 64000 } }`,
  },
  "a transport": {
    global: "mcp_servers: { s: { transport:stdio, command: x } }",
    says: [`${GLUED} transport:stdio`],
    fixed: "mcp_servers: { s: { transport: stdio, command: x } }",
  },
  "braces without blanks": {
    global: "providers:\n  p:\n    kind: {type:catalog, name: beta}",
    says: [`${GLUED} type:catalog`],
    fixed: "providers:\n  p:\n    kind: {type: catalog, name: beta}",
  },
  "two of them, in a project": {
    project: "models: { m: { class:mini, context_window:9000 } }",
    says: ["project error syntax/yaml class:mini", "project error syntax/yaml context_window:9000"],
    fixed: "models: { m: { class: mini, context_window: 9000 } }",
  },
  "one before mistakes that only the mended text shows": {
    global: "models: { m: { provider:lab, class: mini } }",
    says: [`${GLUED} provider:lab`],
    fixed: "models: { m: { provider: lab, class: mini } }",
  },
  "between lines that end in CRLF": {
    global: "#!\nversion: 3\r\ntui: { theme:dark }\r\n",
    says: [`${GLUED} theme:dark`],
    fixed: "version: 3\r\ntui: { theme: dark }",
  },
  "a key without its colon": {
    global: `${provider("{ type: no_auth }")}\nmodels: { m: { provider: p, context_window: 9000, class mini } }`,
    says: ["global error schema/unknown-key class mini"],
    telling: /a `:` is missing after `class`/,
    mended: "same",
  },
  "a required key without its colon": {
    global: "mcp_servers: { s: { transport: stdio, command npx } }",
    says: ["global error schema/unknown-key command npx"],
    telling: /a `:` is missing after `command`/,
    mended: "same",
  },
  "an address for a name": {
    global: "plugins: { x: { https://a.example/b } }",
    says: [],
  },
});
