/** The keys of a configuration and where this daemon acts on them. A key of the schema that is not here fails a test. */

/** `room`: the folder of `src/agent` that acts on it, and what it does. `null`: nothing in this daemon uses it yet. */
export type Acting = { readonly room: string; readonly does: string } | null;

const by = (room: string, does: string): Acting => ({ room, does });

/** Top-level keys, and below `daemon` each key of its own. */
export const KEYS: Readonly<Record<string, Acting>> = {
  version: by("session/daemon", "is checked and upgraded by loading"),
  config_command_substitution: by("session/daemon", "is followed by loading"),
  defaults: by("session/model", "decides which model a turn asks"),
  providers: by("session/model", "decides where requests go, with which credential and headers, and who lists models"),
  models: by(
    "session/model",
    "decides name, limits, effort, options and tools of a request, over what its provider lists, and when a conversation is compacted",
  ),
  active_session: by("session/prompts", "decides which facet a session begins with"),
  agent_behavior: by("session/shell", "decides which shell runs commands, after which script"),
  permissions: by(
    "session/shell",
    "keeps secrets out of the environment and the output of commands, asks before secret files, and leaves those out of searches",
  ),
  notifications: null,
  default_permission_matcher: by("session/turn", "decides who is asked before a tool runs"),
  autonomous_permission_matcher: by("session/turn", "tunes the model that judges calls"),
  plugins: null,
  mcp_servers: by("session/mcp", "decides which tool servers are started or reached, and how"),
  integrations: null,
  facets: by("session/prompts", "names files of facets"),
  subagents: by("session/prompts", "names files of subagents, which are listed; nothing delegates to them yet"),
  tui: null,
  data: null,
  updates: null,
  telemetry: null,
  "daemon.log_level": by("session/daemon", "decides what the log holds"),
  "daemon.logging": by("session/daemon", "keeps a report for each failed request to a provider"),
  "daemon.web": null,
  "daemon.tls": by(
    "session/model",
    "adds certificates for providers and tool servers; read again when the file changes",
  ),
  "daemon.system_reminders": null,
  "daemon.max_tool_turns": by("session/turn", "ends a turn after so many rounds of tools; unset or 0: 100"),
  "daemon.provider_stream_idle_timeout_secs": by(
    "session/model",
    "ends a request whose answer is silent for so long, and makes it again; unset or 0: 120",
  ),
  "daemon.provider_stream_max_lifetime_secs": by(
    "session/model",
    "cuts an answer that takes so long, and lets the model go on; unset: 1800; 0: never",
  ),
  "daemon.subagent_stall_threshold_secs": null,
  "daemon.subagent_liveness_watchdog_interval_secs": null,
  "daemon.follow_symlinks_for_configs": by(
    "session/prompts",
    "decides whether links to facets, skills and `AGENTS.md` are followed",
  ),
  "daemon.retry": by("session/model", "decides how often a failed request is made again, after which wait"),
  "daemon.goal_driver": null,
  "daemon.compaction_max_retries": by(
    "session/compaction",
    "asks again so often for a summary that failed or was empty; 0 never; unset: 2",
  ),
  "daemon.file_catalog": by("session/files", "limits the walk by which a model searches and lists files"),
};

/** Keys that nothing in this daemon uses yet. */
export const UNUSED: readonly string[] = Object.keys(KEYS).filter((key) => KEYS[key] === null);
