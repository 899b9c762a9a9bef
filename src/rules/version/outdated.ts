/** Spec 9, S10: versions 0 to 2. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/outdated",
  severity: "info",
  summary: "a file of an older version",
  why: `The file works: it is brought up to date in memory each time it is read, and the file itself stays as it is.
Whoever reads it, though, has to know what the older version meant. \`agentcfg upgrade --write\` writes the current
version into it and keeps your comments, quotes and order; \`--diff\` shows beforehand what would change.`,
  examples: {
    bad: [
      {
        global: `
          version: «2»
          daemon: { log_level: info } # quieter than the default
        `,
        fixed: `
          version: 3
          daemon: { log_level: info } # quieter than the default
        `,
      },
      {
        global: `
          version: 3
          daemon: { log_level: info }
        `,
        project: `
          {
            "version": «1»,
            "tui": { "theme": "dark" }
          }
        `,
        fixed: {
          project: `
            {
              "version": 3,
              "tui": { "theme": "dark" }
            }
          `,
        },
      },
    ],
    good: [
      `
        version: 3
        daemon: { log_level: info } # quieter than the default
      `,
      {
        global: `
          version: 3
          daemon: { log_level: info }
        `,
        project: `
          {
            "version": 3,
            "tui": { "theme": "dark" }
          }
        `,
      },
    ],
  },
};
