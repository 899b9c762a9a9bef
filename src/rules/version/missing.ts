/** Spec 9, S10: such a file is upgraded in memory. Said of files that have keys, but none like `version`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/missing",
  severity: "info",
  summary: "a file without `version`, read as an older one",
  why: `The file works: it is taken for an older one and brought up to date in memory each time it is read. Yet nothing
in it says which keys it was written for, so a later version of the format would have to guess.
\`agentcfg upgrade --write\` adds \`version: 3\` as the first key and leaves the rest as it is. Each layer has a
version of its own.`,
  examples: {
    bad: [
      {
        global: `
          # Shared by the whole team.
          «providers»:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        fixed: `
          version: 3
          # Shared by the whole team.
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
      },
      {
        global: `
          version: 3
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          {
            «"models"»: {
              "acme/big-1.5": { "provider": "acme", "context_window": 200000 }
            }
          }
        `,
        fixed: {
          project: `
            {
              "version": 3,
              "models": {
                "acme/big-1.5": { "provider": "acme", "context_window": 200000 }
              }
            }
          `,
        },
      },
    ],
    good: [
      {
        global: `
          version: 3
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          {
            "version": 3,
            "models": {
              "acme/big-1.5": { "provider": "acme", "context_window": 200000 }
            }
          }
        `,
      },
      // A file that says nothing lacks nothing.
      `
        # providers:
        #   acme: { kind: { type: catalog, name: alpha } }
      `,
    ],
  },
};
