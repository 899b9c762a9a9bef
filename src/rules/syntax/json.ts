/** S6: `.json` is strict JSON; `.jsonc` allows comments and trailing commas, and nothing more. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/json",
  severity: "error",
  summary: "text that is not valid JSON",
  why: `Nothing in the file counts while it cannot be read: a project's file is left out as a whole, and without a
readable global file no configuration is loaded at all. Only the first mistake is reported; mend it and look again. A
file called \`config.json\` is strict JSON, so to keep comments and a comma after the last entry, call it
\`config.jsonc\`.`,
  examples: {
    bad: [
      `
        {
          "version": 3
          «"daemon"»: { "log_level": "debug" }
        }
      `,
      `
        {
          «version»: 3,
          "daemon": { "log_level": "debug" }
        }
      `,
      `
        {
          "version": 3,
          "permissions": { "secret_files": «[»".env", "secrets/**" }
        }
      `,
      `
        {
          "version": «03»
        }
      `,
      {
        files: {
          ".config/agent/config.json": `
            {
              // The daemon tells us more while we look for the leak.
              "version": 3,
              "daemon": { "log_level": "debug" }
            }
          `,
        },
      },
    ],
    good: [
      `
        {
          // The daemon tells us more while we look for the leak.
          "version": 3,
          "daemon": { "log_level": "debug" },
        }
      `,
      {
        files: {
          ".config/agent/config.json": `
            {
              "version": 3,
              "daemon": { "log_level": "debug" }
            }
          `,
        },
      },
    ],
  },
};
