/** §2.5 to §2.8: sessions, the shell, permissions, notifications. */
import type { Cover, Table } from "../cover.js";

const SESSION_FALLS_BACK: Cover = {
  reason: "A session falls back when it starts; the loaded configuration says what was set, so that a host can tell.",
};

export const sessions: Table = {
  "2.5 active_session (SessionConfig)": [
    [
      "default_facet: Facet for a new interactive session; falls back to `execute`.",
      { load: { global: "active_session: {}" }, gives: { "active_session.default_facet": undefined } },
      SESSION_FALLS_BACK,
    ],
    [
      "default_exec_facet: Facet for a non-interactive `agent exec` run; falls back to `execute`.",
      { load: { global: "active_session: {}" }, gives: { "active_session.default_exec_facet": undefined } },
      SESSION_FALLS_BACK,
    ],
  ],

  "2.6 agent_behavior": [
    [
      "`shell` (required) has: `command` (required, `bash` or `powershell`), the shell used for shell tool calls; `init_script` (string or null), a project-relative script sourced once before the first shell tool call so its environment changes apply to later calls.",
      { rule: "schema/missing-key", example: "«agent_behavior»: {}" },
      { rule: "schema/missing-key", example: "agent_behavior: { «shell»: { init_script: env.sh } }" },
      { rule: "schema/unknown-value", example: "agent_behavior: { shell: { command: «zsh» } }" },
      {
        rule: "path/escapes-project",
        example: "agent_behavior: { shell: { command: bash, init_script: «../env.sh» } }",
      },
    ],
  ],

  "2.7 permissions": [
    [
      "No other keys are allowed.",
      { rule: "schema/unknown-key", severity: "error", example: "permissions: { «secret_dirs»: [keys] }" },
    ],
  ],

  "2.8 notifications": [
    [
      "trigger_turn: Reserved; no effect.",
      { rule: "effect/reserved", example: "notifications: { «trigger_turn»: true }" },
    ],
    [
      "trigger_types: Reserved; no effect.",
      { rule: "effect/reserved", example: "notifications: { «trigger_types»: [stalled] }" },
    ],
  ],
};
