/** §2.1 and §2.2: whole sections, and the default models. */
import type { Cover, Table } from "../cover.js";

const DISCOVERY: Cover = {
  reason:
    "Built-in prompts are not in the specification, and files are discovered by the agent when a session starts: a configuration cannot break the order in which it asks.",
};

export const topLevel: Table = {
  "2.1 Top-level keys": [
    [
      "config_command_substitution: Global-only switch.",
      {
        rule: "layer/global-only",
        example: {
          global: "config_command_substitution: true",
          project: "«config_command_substitution»: false",
        },
      },
      {
        load: { global: "config_command_substitution: true", project: "config_command_substitution: false" },
        gives: { config_command_substitution: true },
      },
    ],
    [
      "default_permission_matcher: Strategy deciding whether a tool call is allowed when no other matcher applies.",
      {
        reason:
          "Which matchers apply is known for a single call only, and the other ones stand in the permissions rule file.",
      },
    ],
    [
      "autonomous_permission_matcher: Tuning of the autonomous classifier; takes effect only when the `autonomous` strategy is active.",
      {
        rule: "effect/unused-classifier",
        example: `
          default_permission_matcher: standard
          «autonomous_permission_matcher»: { max_consecutive_denials: 5 }
        `,
      },
      {
        rule: "effect/unused-classifier",
        example: "«autonomous_permission_matcher»: { max_consecutive_denials: 5 }",
      },
    ],
    [
      "plugins: Passed to the matching extension; not interpreted by the tool.",
      {
        accepted:
          "plugins: { formatter: { maxTokens: 0, trigger_turn: true, nothing: null }, linter: 7, spelling: null }",
      },
      {
        load: {
          global: "plugins: { formatter: { width: 80, tabs: true } }",
          project: "plugins: { formatter: { width: null } }",
        },
        gives: { "plugins.formatter": { width: null } },
      },
      // Variables are resolved all the same: that is done to every value before anybody is handed it.
      {
        load: { global: 'plugins: { formatter: "${STYLE}" }', env: { STYLE: "wide" } },
        gives: { "plugins.formatter": "wide" },
      },
    ],
    [
      "facets: Source of a named facet (a pre-prompted mode such as plan or execute), overriding auto-discovery.",
      DISCOVERY,
    ],
    ["facets: Explicit sources take precedence over built-in facets and discovered facet files.", DISCOVERY],
    ["subagents: Explicit sources override built-in subagents and files discovered in `.agent/subagents/`.", DISCOVERY],
    [
      "data: Global-only.",
      { rule: "layer/global-only", example: { project: "«data»: { automatic_crash_reporting: true }" } },
    ],
    ["updates: Global-only.", { rule: "layer/global-only", example: { project: "«updates»: { channel: nightly }" } }],
    [
      "telemetry: Global-only.",
      { rule: "layer/global-only", example: { project: "«telemetry»: { endpoint: https://traces.acme.example }" } },
    ],
    [
      "telemetry: When the block is absent, export is disabled and no OTLP requests are sent.",
      { load: { global: "tui: { theme: dark }" }, gives: { telemetry: undefined } },
      { reason: "That nothing is sent is up to the agent; it is told by the absence of the block." },
    ],
    [
      "telemetry: All settings come only from this block; ambient `OTEL_*` environment variables neither enable nor configure export.",
      {
        load: {
          global: "telemetry: { enabled: false }",
          env: { OTEL_SDK_DISABLED: "false", OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.acme.example" },
        },
        gives: { telemetry: { enabled: false } },
      },
    ],
    [
      "Fields of `tui` after `confirm-quit`, and fields of `data`, `updates` and `telemetry` beyond the keys named above (including their types and allowed values): not shown.",
      {
        accepted: `
          tui: { density: compact }
          data: { retention: 7, automatic_crash_reporting: ask }
          updates: { channel: 7 }
          telemetry: { endpoint: https://traces.acme.example }
        `,
      },
      { load: { global: "tui: { density: compact }" }, gives: { "tui.density": "compact" } },
    ],
  ],

  "2.2 defaults (ModelClassDefaults)": [
    [
      "All keys are string or null model names; each may carry an effort suffix of the form `<model>(<effort>)` that sets the default reasoning effort for that tier.",
      { rule: "schema/wrong-type", example: "defaults: { full: «[acme/big, high]» }" },
      {
        rule: "reference/unknown-model",
        example: `
          models: { acme/big: { context_window: 200000 } }
          defaults: { full: «acme/big(high», mini: «acme/big high» }
        `,
      },
      {
        rule: "reference/invalid-effort",
        example: `
          models: { acme/big: { context_window: 200000, reasoning: { type: no_reasoning } } }
          defaults: { full: acme/big(«high»), mini: acme/big(none) }
        `,
      },
      {
        accepted: `
          models: { acme/big: { context_window: 200000 } }
          defaults: { full: acme/big, mini: acme/big(low), nano: null }
        `,
      },
    ],
    [
      "mini: Falls back to `full` when unset.",
      { load: { global: "defaults: { full: acme/big }" }, gives: { defaults: { full: "acme/big" } } },
      { reason: "The session that asks for the slot falls back. The loaded configuration says what was set." },
    ],
    [
      "nano: When unset, `default_model:nano` falls back to `mini`, then `full`.",
      {
        accepted: `
          models: { acme/big: { context_window: 200000 } }
          defaults: { full: acme/big }
          default_permission_matcher: autonomous
          autonomous_permission_matcher: { classifier_model: default_model:nano }
        `,
      },
      { reason: "The session that asks for the slot falls back. The loaded configuration says what was set." },
    ],
  ],
};
