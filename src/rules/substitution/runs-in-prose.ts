/** S18: the switch is one for all values, prose included. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/runs-in-prose",
  severity: "warning",
  summary: "a command in a text that is meant to be read",
  why: `The switch for commands covers every string of the global config, also the guidance of the classifier and the settings
of extensions. A \`$(…)\` that you wrote as an example for the reader runs on your machine each time the configuration
loads, and the reader sees its output instead. Write \`$$(\` for the characters themselves; if the command really should
run there, leave it and suppress this warning with a reason.`,
  examples: {
    bad: [
      `
        config_command_substitution: true
        default_permission_matcher: autonomous
        autonomous_permission_matcher:
          classifier_rules: |
            Deny calls that hide a second one, such as echo «$(id)».
      `,
      `
        {
          "config_command_substitution": true,
          "plugins": {
            "reviewer": { "hints": ["quote «$(pwd)» in scripts", "avoid «\${TMP:-mktemp -d}» as well"] }
          }
        }
      `,
    ],
    good: [
      `
        config_command_substitution: true
        default_permission_matcher: autonomous
        autonomous_permission_matcher:
          classifier_rules: |
            Deny calls that hide a second one, such as echo $$(id).
      `,
      // A variable runs nothing.
      `
        {
          "config_command_substitution": true,
          "plugins": {
            "reviewer": { "hints": ["reports go to \${HOME}/reviews", "quote $$(pwd) in scripts"] }
          }
        }
      `,
      // No prose: values that a command is there for.
      `
        config_command_substitution: true
        plugins:
          reviewer: { token: $(pass show acme/reviews), hints: ["\${HINTS:-cat ~/hints.txt}"] }
        mcp_servers:
          history: { transport: stdio, command: history-mcp, args: ["--author", "$(git config user.name)"] }
      `,
    ],
  },
};
