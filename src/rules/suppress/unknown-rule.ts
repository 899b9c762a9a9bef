/** Suppressions name their rules: blanket ones do not exist. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/unknown-rule",
  severity: "warning",
  summary: "a suppression of a rule that does not exist",
  why: `A suppression is about the rules that it names, and about no other. Without a rule, or with one that does not exist, it does
nothing. \`agentcfg rules\` lists the names; the report shows the name of the rule beside each finding.`,
  examples: {
    bad: [
      `
        daemon:
          log_level: info «# agentcfg-ignore daemon/log-level -- wanted»
      `,
      `
        {
          "daemon": {
            «/* agentcfg-ignore -- all of it is fine */»
            "log_level": "info"
          }
        }
      `,
    ],
    good: [
      `
        daemon:
          max_tool_turns: 0 # agentcfg-ignore effect/zero -- written by a generator
      `,
      `
        # Comments that only mention agentcfg-ignore are no suppressions.
        daemon:
          log_level: info # agentcfg-ignored rules: none
      `,
    ],
  },
};
