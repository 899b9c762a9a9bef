/** S26: `data`, `updates`, `telemetry` and `tui` stay open. Spec 2.7: in `permissions` an unknown key is an error. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unknown-key",
  severity: "warning",
  summary: "a key that the configuration does not have",
  why: `Nobody reads the key, so what you wanted to set keeps its default, and nothing else will ever tell you. Take
the suggested spelling, or move the key to the section it belongs to; settings of extensions go under \`plugins\`,
where any key is welcome. It is an error where the consequence is worse: in \`permissions\`, because a secret would
stay unprotected, and where the key was probably meant to be a required one.`,
  examples: {
    bad: [
      {
        global: `
          models:
            acme/big-1.5:
              context_window: 200000
              «maxTokens»: 32000
        `,
        fixed: `
          models:
            acme/big-1.5:
              context_window: 200000
              max_tokens: 32000
        `,
      },
      // One mistake, not two: the required `command` is not reported as missing.
      {
        global: `
          {
            "mcp_servers": {
              "files": { "transport": "stdio", «"comand"»: "files-mcp" }
            }
          }
        `,
        fixed: `
          {
            "mcp_servers": {
              "files": { "transport": "stdio", "command": "files-mcp" }
            }
          }
        `,
      },
      {
        global: `
          permissions:
            secret_files: [.env]
        `,
        project: `
          permissions:
            «secret_file»: [.env, deploy/keys.json]
        `,
        fixed: {
          project: `
            permissions:
              secret_files: [.env, deploy/keys.json]
          `,
        },
      },
      `
        «shell»:
          command: bash
      `,
    ],
    good: [
      `
        agent_behavior:
          shell:
            command: bash
      `,
      // Extensions have keys of their own, and of `tui` not all keys are known.
      `
        plugins:
          files: { comand: files-mcp }
        tui:
          show-clock: true
      `,
      {
        global: `
          permissions:
            secret_files: [.env]
        `,
        project: `
          permissions:
            secret_files: [.env, deploy/keys.json]
        `,
      },
    ],
  },
};
