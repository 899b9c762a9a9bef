/** S8: names are compared after decoding escapes; those of headers without regard to case. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/duplicate-key",
  severity: "error",
  summary: "a key that appears twice in one mapping",
  why: `Programs disagree on which of the two counts, and neither choice is surely yours, so none is made: a project's
file that repeats a key is left out as a whole, and a global one keeps the configuration from loading. Usually a
section was begun a second time further down; move its entries up to the first one. Headers are compared without regard
to case, so \`X-Team\` beside \`x-team\` is the same mistake; of those a project's file loses only the second one.`,
  examples: {
    bad: [
      `
        mcp_servers:
          files: { transport: stdio, command: files-mcp }
        daemon:
          log_level: info
        «mcp_servers»:
          docs: { transport: http, url: "https://docs.example.net/mcp" }
      `,
      `
        {
          "models": {
            "acme/big-1.5": { "context_window": 200000 },
            «"acme\\/big-1.5"»: { "context_window": 400000 }
          }
        }
      `,
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
            headers:
              X-Team: platform
              «x-team»: research
      `,
    ],
    good: [
      `
        mcp_servers:
          files: { transport: stdio, command: files-mcp }
          docs: { transport: http, url: "https://docs.example.net/mcp" }
        daemon:
          log_level: info
      `,
      // Names are compared exactly: these are two models.
      `
        {
          "models": {
            "acme/big-1.5": { "context_window": 200000 },
            "acme/Big-1.5": { "context_window": 400000 }
          }
        }
      `,
      // In two layers a key may well appear twice: the project's value wins.
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
              headers: { x-team: research }
        `,
      },
    ],
  },
};
