/** Projects that are judged without the files of their users (S27), and mistakes of which one layer knows only the half. */
import { rows } from "./row.js";

const ALONE = { global: false } as const;
const BROKEN = "#!\nversion: 3\nproviders: { corp: { kind: { type: catalog, name: alpha }\n";

rows({
  "a project that uses its users' provider": {
    project: "models: { m: { provider: corp, class: full, context_window: 5000 } }",
    options: ALONE,
    says: [],
  },
  "overrides of what a user has": {
    project: `
      providers: { corp: { url: 'https://corp.example/v1' } }
      mcp_servers: { db: { default_enabled: false } }
      models: { m: { inherits: base } }
      defaults: { full: "m(high)" }
      active_session: { default_facet: mine }
    `,
    options: ALONE,
    says: [],
  },
  "a mistake is one without a user, too": {
    project: "models: { m: { provider: corp, class: flul } }",
    options: ALONE,
    says: ["project error schema/unknown-value flul"],
  },
  "a user's file that cannot be read": {
    global: BROKEN,
    project: "providers: { corp: { url: 'https://corp.example/v1' } }\nmcp_servers: { db: { default_enabled: false } }",
    says: ["global error syntax/yaml {"],
  },
  "a key over a null of the user's": {
    global: "providers: { c: { kind: { type: catalog, name: beta }, auth: null } }",
    project: "providers: { c: { auth: { key: '${K}' } } }",
    says: ["project error schema/missing-key auth"],
    telling: /`providers.c.auth` needs the key `type`/,
  },
  "the same in JSON": {
    global:
      '#!\n{ "version": 3, "providers": { "c": { "kind": { "type": "catalog", "name": "beta" }, "auth": null } } }',
    project: '#!\n{ "version": 3, "providers": { "c": { "auth": { "key": "${K}" } } } }',
    says: ["project error schema/missing-key auth"],
  },
  "half a variant over a null of the user's": {
    global: "providers: { c: { kind: { type: catalog, name: beta }, auth: null } }",
    project: "providers: { c: { auth: { type: static_key } } }",
    says: ["project error schema/missing-key auth"],
    telling: /needs the key `key`/,
  },
  "a misspelt key over a null of the user's": {
    global: "providers:\n  c:\n    kind: { type: catalog, name: beta }\n    auth:",
    project: "providers:\n  c:\n    auth:\n      kee: x",
    says: ["project error schema/missing-key auth"],
  },
  "half a reasoning over a null of the user's": {
    global: "models: { m: { class: full, context_window: 9000, reasoning: null } }",
    project: "models: { m: { reasoning: { can_disable: true } } }",
    says: ["project error schema/missing-key reasoning"],
  },
  "a whole variant over a null of the user's": {
    global: "providers: { c: { kind: { type: catalog, name: beta }, auth: null } }",
    project: "providers: { c: { auth: { type: delta_device, profile: p } } }",
    says: ["project warning trust/reroutes-traffic p"],
  },
  "a key over a null that the user may not write": {
    global: "mcp_servers: { s: { transport: http, url: 'https://a.example', auth: null } }",
    project: "mcp_servers: { s: { auth: { value: '${V}' } } }",
    says: ["global error schema/wrong-type null"],
  },
});
