/** S4: strict UTF-8 without NUL. An escape can spell half a character even where the bytes are sound. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/encoding",
  severity: "error",
  summary: "text that is not UTF-8, holds NUL or half a character",
  why: `What the bytes mean would be a guess, and a wrong guess changes names, paths and keys without a word. So the
file is not used: a project's file is left out, and a global one keeps the configuration from loading. Save the file as
UTF-8, which most editors offer beside the file's name, and write a character as itself instead of as an escape.`,
  examples: {
    bad: [
      // An emoji is written as two escapes; here the second one got lost.
      `
        {
          "providers": {
            "acme": {
              "kind": { "type": "catalog", "name": "alpha" },
              "headers": { "X-Team": «"platform \\ud83d"» }
            }
          }
        }
      `,
      // What Python writes for a byte that it could not decode.
      `
        facets:
          «"r\\udce9vision"»:
            source: .agent/facets/revision.md
      `,
      // What is left of a file that broke off while it was written.
      `
        daemon:
          log_level: info
        «\0»\0\0\0
      `,
    ],
    good: [
      `
        {
          "models": {
            "acme/big-1.5": {
              "context_window": 200000,
              "request_option_defaults": { "label": "platform \\ud83d\\ude80" }
            }
          }
        }
      `,
      `
        facets:
          révision:
            source: .agent/facets/revision.md
      `,
    ],
  },
};
