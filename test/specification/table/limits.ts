/** §8 and §9: limits, and the version. */
import type { Table } from "../cover.js";

export const limits: Table = {
  "8. Limits": [
    [
      "retry.max_retries: uint32, default 3; 0 disables all provider retries.",
      {
        rule: "effect/delay-without-retries",
        example: "daemon: { retry: { max_retries: 0, «base_delay_ms»: 500, «max_computed_delay_ms»: 8000 } }",
      },
      { load: { global: "daemon: { retry: { max_retries: 0 } }" }, gives: { "daemon.retry.max_retries": 0 } },
    ],
    [
      "retry.max_computed_delay_ms: uint64, default 60000; caps computed backoff only, not provider-hinted retry-after values nor the fixed schedule.",
      { rule: "effect/delay-above-cap", example: "daemon: { retry: { base_delay_ms: «60001» } }" },
      { reason: "What a provider hints and which schedule applies is not known before a request fails." },
    ],
    [
      "goal_driver.agent_goal_auto_accept: boolean, default false; when off, model-proposed goals need user approval.",
      { load: { global: "daemon: {}" }, gives: { "daemon.goal_driver.agent_goal_auto_accept": false } },
      { reason: "Goals are proposed and approved in a session." },
    ],
    [
      "goal_driver.max_continuations_per_goal: unsigned integer, default 50; 0 disables automatic continuation while keeping goal metadata and tools.",
      { accepted: "daemon: { goal_driver: { max_continuations_per_goal: 0 } }" },
      {
        load: { global: "daemon: { goal_driver: { max_continuations_per_goal: 0 } }" },
        gives: { "daemon.goal_driver.max_continuations_per_goal": 0 },
      },
      { reason: "What becomes of metadata and tools of a goal is up to the agent." },
    ],
    [
      "file_catalog.exclude_generated: boolean, on by default; prunes generated build-output trees (the dependency directory and build-tool output directories) from the catalog in all modes, including show-ignored mode.",
      { load: { global: "daemon: {}" }, gives: { "daemon.file_catalog.exclude_generated": true } },
      { reason: "The catalog of files is made by the agent, and its modes are no part of the configuration." },
    ],
    [
      "request option string value: at most 512 UTF-8 bytes.",
      {
        rule: "schema/too-long",
        example: `models: { m: { context_window: 1000, request_option_defaults: { tier: «${"x".repeat(513)}» } } }`,
      },
    ],
    [
      "max_tool_batch_size default: 4 for unknown or small windows, up to 8 for larger windows.",
      {
        accepted: "models: { acme/big: { context_window: 200000, max_tool_batch_size: 16 } }",
      },
      {
        reason:
          "The specification does not say at which windows it rises, so the agent derives it. It limits the default; a larger value may be written.",
      },
    ],
    [
      "File catalog budgets (`max_files`, `max_duration_ms`) apply only when running in a directory that is not inside a source-controlled repository; inside one the walk is uncapped.",
      {
        rule: "effect/budget-in-repository",
        example: {
          files: {
            ".git/": "",
            ".agent/config.yaml": "daemon: { file_catalog: { max_files: 1000, max_duration_ms: 500 } }",
          },
        },
      },
      { reason: "A global file is for directories of all kinds, so only a project's own budgets are reported." },
    ],
  ],

  "9. Versioning": [
    [
      "A config without `version` is treated as older and is upgraded when loaded.",
      { rule: "version/missing", example: { global: "«tui»: { theme: dark }", project: "version: 3" } },
      { rule: "version/outdated", example: "version: «2»" },
      { load: { global: "version: 0", project: "tui: { theme: dark }" }, gives: { version: 3, "tui.theme": "dark" } },
    ],
  ],
};
