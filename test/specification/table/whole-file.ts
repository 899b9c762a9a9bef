/** §1: rules that apply to the whole file. */
import type { Table } from "../cover.js";

export const wholeFile: Table = {
  "1. What the service does": [
    [
      "Keys under `data`, `updates` and `telemetry` are global-only: a project config may not set or erase any key inside them.",
      {
        rule: "layer/global-only",
        example: {
          global: "updates: { channel: stable }",
          project: `
            «data»: { automatic_crash_reporting: false }
            «updates»: null
            «telemetry»: {}
          `,
        },
      },
      {
        load: { global: "updates: { channel: stable }", project: "updates: { channel: null, automatic_check: false }" },
        gives: { updates: { channel: "stable" } },
      },
    ],
    [
      "Only the user/global config can turn on `config_command_substitution`.",
      { rule: "layer/global-only", example: { project: "«config_command_substitution»: true" } },
      {
        load: {
          global: "plugins: { clock: $(date) }",
          project: "config_command_substitution: true",
        },
        gives: { config_command_substitution: false, "plugins.clock": "$(date)" },
      },
    ],
    [
      "Values in a project config never run commands.",
      {
        rule: "substitution/in-project",
        example: { global: "config_command_substitution: true", project: "plugins: { clock: «$(date)» }" },
      },
      {
        load: { global: "config_command_substitution: true", project: "plugins: { clock: $(date) }" },
        gives: { "plugins.clock": "$(date)" },
      },
    ],
    [
      "Nullable keys accept `null` as unset.",
      { accepted: "daemon: { max_tool_turns: null, tls: { trust_store: null } }" },
      {
        load: { global: "daemon: { max_tool_turns: 5 }", project: "daemon: { max_tool_turns: null }" },
        gives: { "daemon.max_tool_turns": undefined },
      },
    ],
    [
      "Older configs without `version` are upgraded when loaded.",
      { rule: "version/missing", example: "«tui»: { theme: dark }" },
      { load: { global: "tui: { theme: dark }" }, gives: { version: 3, "tui.theme": "dark" } },
    ],
  ],
};
