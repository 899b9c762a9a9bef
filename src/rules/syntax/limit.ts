/** S4: at most 1 MiB. S7: at most 64 levels. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/limit",
  severity: "error",
  summary: "a file that is too large or nested too deeply",
  why: `A configuration may hold 1 MiB and nest its values 64 levels deep, far more than anybody writes by hand. A
larger or deeper one is most likely another file under this name or a generator gone wild, and nothing of it is used.
Check that it is the right file; long prompts and data belong in files of their own that the configuration names.`,
  examples: {
    bad: [
      `
        plugins:
          outline: ${"[".repeat(62)}«[»${"]".repeat(63)}
      `,
      `
        {
          "plugins": {
            "outline": ${"[".repeat(62)}«[»${"]".repeat(63)}
          }
        }
      `,
    ],
    good: [
      // 64 levels: the file itself, `plugins`, and 62 lists.
      `
        plugins:
          outline: ${"[".repeat(62)}${"]".repeat(62)}
      `,
      `
        {
          "plugins": {
            "outline": { "file": "docs/outline.json" }
          }
        }
      `,
    ],
  },
};
