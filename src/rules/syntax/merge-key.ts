/** S7: `<<` came with YAML 1.1 and is no part of the YAML 1.2 core schema. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/merge-key",
  severity: "warning",
  summary: "`<<`, which does not merge in YAML 1.2",
  why: `Merging with \`<<\` was an extension of YAML 1.1. Configurations are YAML 1.2, where it does nothing, so the
keys you wanted to share are simply not there and their defaults apply. Write them out; where the whole value is the
same, an alias such as \`env: *shared\` does the work. A model takes over provider, class, context window and request
options with \`inherits\`.`,
  examples: {
    bad: [
      `
        providers:
          acme: { kind: { type: catalog, name: alpha } }
        models:
          acme/big-1.5: &big
            provider: acme
            context_window: 200000
            supports_vision: true
          acme/big-1.5-long:
            «<<»: *big
            provider: acme
            context_window: 400000
      `,
      `
        mcp_servers:
          files:
            transport: stdio
            command: files-mcp
            env: &quiet { NO_COLOR: "1" }
          tickets:
            transport: stdio
            command: tickets-mcp
            env:
              «<<»: *quiet
              LOG_LEVEL: warn
      `,
    ],
    good: [
      `
        providers:
          acme: { kind: { type: catalog, name: alpha } }
        models:
          acme/big-1.5:
            provider: acme
            context_window: 200000
            supports_vision: true
          acme/big-1.5-long:
            inherits: acme/big-1.5
            context_window: 400000
            supports_vision: true
      `,
      `
        mcp_servers:
          files:
            transport: stdio
            command: files-mcp
            env: &quiet { NO_COLOR: "1" }
          tickets:
            transport: stdio
            command: tickets-mcp
            env: *quiet
      `,
    ],
  },
};
