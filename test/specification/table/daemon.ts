/** §2.11: the daemon. */
import type { Cover, Table } from "../cover.js";

const RESTART: Cover = {
  reason:
    "One configuration is no change, so there is nothing to find in it. `watch` tells which changes wait for a restart, and `explain` says so of the key (`x-reload`).",
};

/** Loading takes the zero for nothing (S15). */
function zeroIsUnset(key: string): Cover {
  return { load: { global: `daemon: { ${key}: 0 }` }, gives: { [`daemon.${key}`]: undefined } };
}

export const daemon: Table = {
  "2.11 daemon: DaemonConfig": [
    [
      "tls.trust_store: Applies to daemon-owned outbound HTTPS only (provider requests, `web_fetch`, `web_search`, the delta login refresh client), not to standalone terminal `agent auth` or configurator flows.",
      { reason: "Which connections use the store is up to the agent; the configuration holds nothing that differs." },
    ],
    [
      "tls.trust_store: An unreadable or unparsable path is a hard error at startup and on reload.",
      {
        rule: "path/trust-store",
        example: { env: {}, global: "daemon: { tls: { trust_store: «corp-ca.pem» } }" },
      },
      {
        rule: "path/trust-store",
        example: {
          env: {},
          files: {
            "~/.config/agent/config.yaml": "daemon: { tls: { trust_store: corp-ca.pem } }",
            "corp-ca.pem": "not a certificate",
          },
        },
      },
    ],
    [
      "system_reminders.disabled: Unknown or malformed names are config errors.",
      { rule: "schema/wrong-type", example: "daemon: { system_reminders: { disabled: [«7»] } }" },
      { rule: "schema/format", example: 'daemon: { system_reminders: { disabled: [«""»] } }' },
      { reason: "The specification does not show the names of the reminders, nor what else would be malformed." },
    ],
    [
      "max_tool_turns: Omitted: built-in default; zero is treated as unset.",
      { rule: "effect/zero", example: "daemon: { max_tool_turns: «0» }" },
      zeroIsUnset("max_tool_turns"),
      { load: { global: "daemon: {}" }, gives: { "daemon.max_tool_turns": undefined } },
    ],
    [
      "provider_stream_idle_timeout_secs: Omitted: built-in default; zero is treated as unset.",
      { rule: "effect/zero", example: "daemon: { provider_stream_idle_timeout_secs: «0» }" },
      zeroIsUnset("provider_stream_idle_timeout_secs"),
    ],
    [
      "provider_stream_max_lifetime_secs: Omitted: built-in default; zero disables.",
      { accepted: "daemon: { provider_stream_max_lifetime_secs: 0 }" },
      {
        load: { global: "daemon: { provider_stream_max_lifetime_secs: 0 }" },
        gives: { "daemon.provider_stream_max_lifetime_secs": 0 },
      },
    ],
    [
      "subagent_stall_threshold_secs: Zero is treated as unset.",
      { rule: "effect/zero", example: "daemon: { subagent_stall_threshold_secs: «0» }" },
      zeroIsUnset("subagent_stall_threshold_secs"),
    ],
    ["subagent_stall_threshold_secs: Applied at daemon start; changing it needs a restart.", RESTART],
    [
      "subagent_liveness_watchdog_interval_secs: Omitted: built-in default; zero is treated as unset.",
      { rule: "effect/zero", example: "daemon: { subagent_liveness_watchdog_interval_secs: «0» }" },
      zeroIsUnset("subagent_liveness_watchdog_interval_secs"),
    ],
    ["subagent_liveness_watchdog_interval_secs: Applied at daemon start; needs a restart to change.", RESTART],
    [
      "follow_symlinks_for_configs: When off, symlinked files are skipped with a warning each.",
      {
        rule: "layer/link-skipped",
        example: {
          files: {
            "~/.config/agent/config.yaml": "daemon: { follow_symlinks_for_configs: false }",
            "agent.yaml": "tui: { theme: dark }",
            ".agent/config.yaml": "-> ../agent.yaml",
          },
        },
      },
      { reason: "Other files than the configuration are the agent's to read, and to skip." },
      {
        load: {
          global: "daemon: { follow_symlinks_for_configs: false, log_level: debug }",
          project: "daemon: null",
        },
        gives: { "daemon.follow_symlinks_for_configs": false, "daemon.log_level": undefined },
      },
    ],
    [
      "compaction_max_retries: Maximum retries when a compaction pass fails on a provider error or empty summary.",
      { reason: "What a pass fails on, and that it is tried again, happens in a session." },
    ],
    [
      "compaction_max_retries: Zero disables retries.",
      { accepted: "daemon: { compaction_max_retries: 0 }" },
      { load: { global: "daemon: { compaction_max_retries: 0 }" }, gives: { "daemon.compaction_max_retries": 0 } },
    ],
  ],
};
