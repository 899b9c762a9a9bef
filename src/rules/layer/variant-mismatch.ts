/** S12: keys are checked against the tag that the layer below chose. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/variant-mismatch",
  severity: "error",
  summary: "a key of another variant than the one the global config chose",
  why: `The global config decided what kind of thing this is, a local tool server for instance, and this file adds a key that
only another kind has. The key is ignored, so the entry goes on exactly as the global config has it, perhaps with a
server or a login that you meant to leave. If you want the other kind, say so beside the key: set \`transport\` or \`type\`
here too. Otherwise drop the key.`,
  examples: {
    bad: [
      {
        global: `
          mcp_servers:
            docs: { transport: stdio, command: docs-mcp }
        `,
        project: `
          {
            "mcp_servers": {
              "docs": { «"url"»: "https://docs.acme.example/mcp" }
            }
          }
        `,
      },
      {
        global: `
          providers:
            acme:
              kind: { type: catalog, name: delta }
              auth:
                type: static_key
                key: \${ACME_API_KEY}
        `,
        project: `
          providers:
            acme:
              auth: { «profile»: work }
        `,
      },
      {
        global: `
          models:
            acme/big:
              context_window: 200000
              reasoning: { type: thinking, can_disable: true }
        `,
        project: `
          models:
            acme/big:
              reasoning: { «default_level»: high }
        `,
      },
    ],
    good: [
      {
        global: `
          mcp_servers:
            docs: { transport: stdio, command: docs-mcp, default_timeout_seconds: 30 }
        `,
        project: `
          {
            "mcp_servers": {
              "docs": { "transport": "http", "url": "https://docs.acme.example/mcp" }
            }
          }
        `,
      },
      {
        global: `
          providers:
            acme:
              kind: { type: catalog, name: delta }
              auth:
                type: static_key
                key: \${ACME_API_KEY}
        `,
        project: `
          providers:
            acme:
              auth: { type: delta_device, profile: work }
        `,
      },
      // A key of the variant that is there needs no tag.
      {
        global: `
          models:
            acme/big:
              context_window: 200000
              reasoning: { type: effort, effort_set: standard, can_disable: true, levels: [low, high] }
        `,
        project: `
          models:
            acme/big:
              reasoning: { default_level: high }
        `,
      },
    ],
  },
};
