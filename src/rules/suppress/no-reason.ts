/** A reason is what the next reader has to decide by. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/no-reason",
  severity: "warning",
  summary: "a suppression without a reason",
  why: `Whoever reads the file next has to know why the linter was wrong here, or why it does not matter. Without a reason after \`--\`
a comment suppresses nothing.`,
  examples: {
    bad: [
      {
        global: `
          daemon:
            «# agentcfg-ignore effect/zero»
            max_tool_turns: 0
        `,
        also: ["effect/zero"],
      },
      {
        global: `
          facets:
            review: { source: prompts/review.md }
        `,
        project: `
          {
            "active_session": {
              "default_facet": "release" «// agentcfg-ignore reference/unknown-facet --»
            }
          }
        `,
        also: ["reference/unknown-facet"],
      },
    ],
    good: [
      `
        daemon:
          # agentcfg-ignore effect/zero -- written out by a generator that cannot leave keys out
          max_tool_turns: 0
      `,
      `
        active_session:
          default_facet: release # agentcfg-ignore reference/unknown-facet -- discovered in .agent/facets
      `,
    ],
  },
};
