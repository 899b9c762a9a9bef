/** S10: versions 4 to 255. Such a file is never rewritten. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "version/newer",
  severity: "error",
  summary: "a file of a version that is not known yet",
  why: `A newer version may give a known key another meaning, and this program would not notice. A global file of such
a version is therefore not loaded; what a project's file says is still read, but as if it were version 3. Update
agentcfg where it is old. Where somebody only raised the number, write \`3\`, the version that this format has.`,
  examples: {
    bad: [
      `
        version: «4»
        daemon: { log_level: info }
      `,
      {
        global: `
          version: 3
          daemon: { log_level: info }
        `,
        project: `
          {
            "version": «12»,
            "tui": { "theme": "dark" }
          }
        `,
      },
    ],
    good: [
      `
        version: 3
        daemon: { log_level: info }
      `,
      // A whole number may be spelt in more than one way.
      {
        global: `
          version: 3
          daemon: { log_level: info }
        `,
        project: `
          {
            "version": 3.0,
            "tui": { "theme": "dark" }
          }
        `,
      },
    ],
  },
};
