/** A tag and keys that do not belong together: one finding, at the tag where it is the tag that is wrong. */
import { rows } from "./row.js";

const provider = (auth: string, kind = "type: custom_beta_compatible"): string =>
  `providers: { p: { kind: { ${kind} }, url: 'https://p.example/v1', auth: ${auth} } }`;
const remote = (auth: string): string =>
  `mcp_servers: { s: { transport: http, url: 'https://s.example', auth: ${auth} } }`;
const reasoning = (written: string): string =>
  `${provider("{ type: no_auth }")}\nmodels: { m: { provider: p, class: full, context_window: 9000, reasoning: ${written} } }`;
const WRONG = "global error schema/unknown-variant";

rows({
  "a server over HTTP with the keys of a program": {
    global: "mcp_servers: { s: { transport: http, command: x, args: [a], env: { A: b } } }",
    says: ["global error mcp/other-transport http"],
    telling: /`mcp_servers.s.transport` is `http`, but the other keys belong to `stdio`/,
    fixed: "same",
    mended: "mcp_servers: { s: { transport: stdio, command: x, args: [a], env: { A: b } } }",
  },
  "a program with the keys of a server over HTTP": {
    global: "mcp_servers:\n  s:\n    transport: stdio\n    url: https://s.example\n    auth: { type: oauth }",
    says: ["global error mcp/other-transport stdio"],
    mended: "mcp_servers:\n  s:\n    transport: http\n    url: https://s.example\n    auth: { type: oauth }",
  },
  "the same in JSON of a project": {
    project:
      '#!\n{ "version": 3, "mcp_servers": { "s": { "transport": "stdio", "url": "https://s.example", "headers": {} } } }',
    says: ["project error mcp/other-transport stdio"],
  },
  "a login with a key": {
    global: provider('{ type: delta_device, key: "${K}", format: bearer_token }'),
    says: [`${WRONG} delta_device`],
    mended: provider('{ type: static_key, key: "${K}", format: bearer_token }'),
  },
  "a key with a profile, which two logins have": {
    global: provider("{ type: static_key, profile: x }"),
    says: [`${WRONG} static_key`],
    telling: /belong to `delta_device` or `epsilon_device`/,
    mended: "same",
  },
  "a variant that a provider does not have": {
    global: provider("{ type: authorization-header, value: 'Bearer ${K}' }"),
    says: [`${WRONG} authorization-header`],
  },
  "a variant that a server does not have": {
    global: remote("{ type: static_key, key: '${K}' }"),
    says: [`${WRONG} static_key`],
  },
  "a mistake in a value below an unknown variant": {
    global: "mcp_servers: { s: { transport: stdo, command: x, args: 5 } }",
    says: [`${WRONG} stdo`, "global error schema/wrong-type 5"],
  },
  "thinking with the keys of efforts": {
    global: reasoning("{ type: thinking, effort_set: a, levels: [b] }"),
    says: [`${WRONG} thinking`],
    telling: /belong to `effort`/,
  },
  "one key of efforts beside those of thinking": {
    global: reasoning("{ type: thinking, can_disable: true, levels: [b] }"),
    says: ["global warning schema/unknown-key levels"],
    telling: /`levels` belongs to `type: effort`/,
  },
  "no reasoning with the keys of efforts": {
    global: reasoning("{ type: no_reasoning, can_disable: true, levels: [b] }"),
    says: ["global warning schema/unknown-key can_disable"],
    telling: /`can_disable` and `levels` belong to `type: effort`/,
  },
  "a name for a custom provider": {
    global: provider("{ type: no_auth }", "type: custom_beta_compatible, name: beta"),
    says: ["global warning schema/unknown-key name"],
    telling: /`name` belongs to `type: catalog`/,
  },
  "one key of the other transport beside the own ones": {
    global: "mcp_servers: { s: { transport: http, url: 'https://s.example', command: x } }",
    says: ["global error mcp/other-transport command"],
  },
  "a transport of a project over the required keys of its user": {
    global: "mcp_servers: { s: { transport: stdio, command: x } }",
    project: "mcp_servers: { s: { transport: stdio, url: 'https://s.example' } }",
    says: ["project error mcp/other-transport url"],
  },
  "a mistake in the keys of the chosen variant": {
    global: "mcp_servers: { s: { transport: stdio, comand: x } }",
    says: ["global error schema/unknown-key comand"],
  },
});
