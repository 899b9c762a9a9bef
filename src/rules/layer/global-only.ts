/** Spec 1 and S11: presence is enough, whatever the value. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/global-only",
  severity: "error",
  summary: "a project file that sets or erases what only the global config may",
  why: `Crash reports, updates, telemetry and the switch that lets commands run are decided by the person at the keyboard,
never by a repository they happened to clone. The agent drops these keys from a project file whatever their value, so
\`null\` or \`{}\` does not switch anything off either. Delete the key here; whoever wants the setting puts it into their
own global config.`,
  examples: {
    bad: [
      {
        global: `
          updates:
            channel: stable
        `,
        project: `
          tui:
            theme: dark
          «updates»: null
        `,
        fixed: {
          project: `
            tui:
              theme: dark
          `,
        },
      },
      {
        project: `
          {
            «"telemetry"»: { "enabled": false },
            «"data"»: { "automatic_crash_reporting": false },
            "daemon": { "log_level": "warn" }
          }
        `,
        fixed: {
          project: `
            {
              "daemon": { "log_level": "warn" }
            }
          `,
        },
      },
      {
        global: `
          daemon:
            log_level: info
        `,
        project: `
          «config_command_substitution»: true
          tui:
            theme: dark
        `,
        fixed: {
          project: `
            tui:
              theme: dark
          `,
        },
      },
    ],
    good: [
      {
        global: `
          config_command_substitution: true
          updates:
            automatic_check: false
            channel: stable
          telemetry: null
        `,
        project: `
          tui:
            theme: dark
        `,
      },
      // Everything else in the global config is open to a project.
      {
        global: `
          daemon:
            log_level: info
            logging: { provider_autopsy: true }
        `,
        project: `
          {
            "daemon": { "log_level": "debug", "logging": { "provider_autopsy": false } }
          }
        `,
      },
    ],
  },
};
