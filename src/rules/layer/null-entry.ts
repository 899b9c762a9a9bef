/** S12: merging never removes an entry of a map. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/null-entry",
  severity: "error",
  summary: "an entry of a map that is null, which neither sets nor removes it",
  why: `A project cannot take an entry of the global config away: its \`null\` is dropped and the entry stays as it was. In the
global config there is nothing below to remove, so the entry is simply unfinished and nothing loads; that happens quietly
in YAML, when every line below a name is commented out. To get rid of an entry, delete it where it is written. To do
without it here, say so in its own words: \`default_enabled: false\` for a tool server, \`enabled: false\` for a model.`,
  examples: {
    bad: [
      {
        global: `
          mcp_servers:
            browser: { transport: stdio, command: browser-mcp }
        `,
        project: `
          {
            "mcp_servers": { "browser": «null» }
          }
        `,
      },
      {
        global: `
          providers:
            acme:
              kind: { type: catalog, name: alpha }
              headers: { X-Team: platform }
        `,
        project: `
          providers:
            acme:
              headers: { X-Team: «null» }
        `,
      },
      // Nothing is left of it but its name.
      `
        mcp_servers:
          browser: { transport: stdio, command: browser-mcp }
          «docs»:
            # transport: http
            # url: https://docs.acme.example/mcp
      `,
    ],
    good: [
      {
        global: `
          mcp_servers:
            browser: { transport: stdio, command: browser-mcp }
          models:
            acme/big: { context_window: 200000 }
        `,
        project: `
          {
            "mcp_servers": { "browser": { "default_enabled": false } },
            "models": { "acme/big": { "enabled": false } }
          }
        `,
      },
      // A key that may be unset is no entry: here the project does without the login.
      {
        global: `
          providers:
            acme:
              kind: { type: catalog, name: alpha }
              auth: { type: delta_device, profile: work }
        `,
        project: `
          providers:
            acme: { auth: null }
        `,
      },
      // What null means to an extension is the extension's affair.
      `
        plugins:
          formatter: null
      `,
    ],
  },
};
