/** S7: at most 100 expansions, nested ones counted each time they are used, and no cycles. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/alias-limit",
  severity: "error",
  summary: "aliases that expand too often or contain themselves",
  why: `A few lines of aliases that contain aliases can stand for billions of values, and one that contains itself for
no end of them; reading such a file would use up the machine. It is not used: a project's file is left out, and a
global one keeps the configuration from loading. One hundred uses are plenty for sharing a value here and there; beyond
that, write some of the values out.`,
  examples: {
    bad: [
      `
        plugins:
          pipeline: &step
            run: make test
            then: «*step»
      `,
      `
        plugins:
          matrix:
            os: &os [linux, macos, windows]
            node: &node [*os, *os, *os, *os, *os, *os, *os, *os, *os]
            jobs: [*node, *node, *node, *node, *node, *node, *node, *node, *node, «*node»]
      `,
    ],
    good: [
      `
        plugins:
          pipeline:
            first: &step { run: make test }
            then: *step
      `,
      `
        plugins:
          matrix:
            os: &os [linux, macos, windows]
            node: &node { "20": *os, "22": *os, "24": *os }
            jobs: [*node, *node, *node]
      `,
    ],
  },
};
