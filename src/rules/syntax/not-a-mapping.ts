/** Spec 1: a configuration is an object. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/not-a-mapping",
  severity: "error",
  summary: "a file that holds a list or a single value",
  why: `A configuration is a mapping of keys to values, and a bare list or text belongs to no key. Nothing in such a
file counts: a project's file is left out, and a global one keeps the configuration from loading. Look at the
beginning: often a \`- \` stands before the first key, or the space after a \`:\` is missing, which makes the whole
line one text.`,
  examples: {
    bad: [
      "«version:3»",
      `
        «- providers: { acme: { kind: { type: catalog, name: alpha } } }»
        - models: { acme/big-1.5: { context_window: 200000 } }
      `,
      {
        global: `
          daemon: { log_level: info }
        `,
        project: `
          «debug»
        `,
      },
    ],
    good: [
      "version: 3",
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
      `,
      // An empty file says nothing, which is fine.
      {
        global: `
          daemon: { log_level: info }
        `,
        project: `
          # daemon: { log_level: debug }
        `,
      },
    ],
  },
};
