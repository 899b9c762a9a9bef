/** Projects that are judged without the files of their users (S27), and mistakes of which one layer knows only the half. */
import { rows } from "./row.js";

const ALONE = { global: false } as const;
const BROKEN = "#!\nversion: 3\nproviders: { corp: { kind: { type: catalog, name: alpha }\n";

rows({
  "a project that uses its users' provider": {
    project: "models: { m: { provider: corp, class: full, context_window: 5 } }",
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
});
