/**
 * Every key that the specification's tables name (§2, §5, §8), copied from its text by hand, never from the schema.
 *
 * A path names a map's entries `<name>` and a variant `(tag=value)`; keys common to all variants stand without one. Types:
 * `uint` (width not stated), `uint32`, `uint64`, `enum:a,b`, `array<T>`, `map<T>`, `any`, `object`, `open object` (has keys the
 * specification does not show), `tagged` (told apart by the `enum` key listed below it), each with `|null` where null is accepted.
 */
import type { Json } from "../../src/toolkit/read/document/data.js";

interface Key {
  readonly path: string;
  readonly type: string;
  /** `by rule`: required, but only in some cases or only over all layers, so the schema cannot say it. */
  readonly required?: true | "by rule";
  readonly default?: Json;
  /** What the specification says of the unset key where that is not a value: words the description must hold. */
  readonly unset?: string;
  readonly zero?: "unset" | "disables" | "rejected";
  readonly reload?: "restart";
  readonly scope?: "global" | "file";
  readonly effect?: "reserved";
  /** The value, or each value of a list or map, must never be shown. */
  /** `by-name`: where a value goes by the name of a credential. */
  readonly secret?: true | "by-name";
  /** The map whose names the value must come from. */
  readonly ref?: "providers" | "models" | "facets";
  /** Each value is passed on and not interpreted. */
  readonly opaque?: true;
  /** Unknown keys are errors (S26). */
  readonly strict?: true;
  /** Attack F03: the lists of both layers can be united. */
  /** The names in the map are the same in any case (S12). */
  readonly "ignore-case"?: true;
}

const BY_SECTION: Readonly<Record<string, readonly Key[]>> = {
  "decision S28": [{ path: "$schema", type: "string", scope: "file" }],
  "2.1 top level": [
    { path: "version", type: "integer 0..255", default: 3, scope: "file" },
    { path: "config_command_substitution", type: "boolean|null", default: false, scope: "global" },
    { path: "defaults", type: "object" },
    { path: "providers", type: "map<object>" },
    { path: "models", type: "map<object>" },
    { path: "active_session", type: "object|null" },
    { path: "agent_behavior", type: "object|null" },
    { path: "permissions", type: "object|null", strict: true },
    { path: "notifications", type: "object|null" },
    {
      path: "default_permission_matcher",
      type: "enum:standard,bypass,bypass_plus,autonomous|null",
      default: "standard",
    },
    // The specification does not say what becomes of an unknown key in it: S42.
    { path: "autonomous_permission_matcher", type: "object|null", strict: true },
    { path: "plugins", type: "map<any>", opaque: true },
    { path: "mcp_servers", type: "map<tagged>" },
    { path: "daemon", type: "object|null" },
    { path: "integrations", type: "object|null" },
    { path: "facets", type: "map<object>" },
    { path: "subagents", type: "map<object>" },
    { path: "tui", type: "open object|null" },
    { path: "data", type: "open object|null", scope: "global" },
    { path: "data.automatic_crash_reporting", type: "any" },
    { path: "updates", type: "open object|null", scope: "global" },
    { path: "updates.automatic_check", type: "any" },
    { path: "updates.channel", type: "any" },
    { path: "telemetry", type: "open object|null", scope: "global", unset: "off" },
  ],

  "2.2 defaults": [
    { path: "defaults.full", type: "string|null", ref: "models" },
    { path: "defaults.mini", type: "string|null", ref: "models", unset: "falls back to `full`" },
    { path: "defaults.nano", type: "string|null", ref: "models", unset: "falls back to `mini`, then `full`" },
  ],

  "2.3 providers": [
    { path: "providers.<name>.kind", type: "tagged", required: true },
    {
      path: "providers.<name>.kind.type",
      type: "enum:catalog,custom_alpha_compatible,custom_beta_compatible,custom_beta_responses",
      required: true,
    },
    { path: "providers.<name>.kind(type=catalog).name", type: "string", required: true },
    { path: "providers.<name>.url", type: "string|null", required: "by rule" },
    { path: "providers.<name>.auth", type: "tagged|null" },
    {
      path: "providers.<name>.protocol",
      type: "enum:alpha_messages,beta_responses,beta_chat_completions,v3_chat_completions,v4_chat_completions,v5_chat_completions,v6_messages,v7_messages,v8_messages,v9_messages,v10_messages,v11_chat_completions,v12_chat_completions,v13_responses,test|null",
    },
    { path: "providers.<name>.headers", type: "map<string>", secret: "by-name", "ignore-case": true },
    {
      path: "providers.<name>.cache_control_strategy",
      type: "enum:provider_managed,alpha_breakpoints|null",
      unset: "`alpha_breakpoints` for the first-party alpha endpoint, `provider_managed` for all others",
    },
  ],

  "2.4 models": [
    { path: "models.<name>.enabled", type: "boolean|null" },
    { path: "models.<name>.provider_name", type: "string|null" },
    { path: "models.<name>.variant", type: "enum:family_a,beta,family_c,other|null" },
    { path: "models.<name>.class", type: "enum:full,mini,nano|null", required: "by rule" },
    { path: "models.<name>.max_tokens", type: "uint32|null" },
    { path: "models.<name>.max_output_tokens_per_turn", type: "uint32|null", unset: "derived from the context window" },
    { path: "models.<name>.stop_sequences", type: "array<string>" },
    { path: "models.<name>.provider", type: "string|null", required: "by rule", ref: "providers" },
    { path: "models.<name>.reasoning", type: "tagged|null" },
    { path: "models.<name>.reasoning.type", type: "enum:no_reasoning,effort,thinking", required: true },
    { path: "models.<name>.reasoning(type=effort).effort_set", type: "string", required: true },
    { path: "models.<name>.reasoning(type=effort).can_disable", type: "boolean", required: true },
    { path: "models.<name>.reasoning(type=effort).levels", type: "array<string>", required: true },
    { path: "models.<name>.reasoning(type=effort).default_level", type: "string|null" },
    { path: "models.<name>.reasoning(type=thinking).can_disable", type: "boolean", required: true },
    { path: "models.<name>.edit_format", type: "string|null", unset: "the default" },
    { path: "models.<name>.context_window", type: "uint32|null", required: "by rule" },
    { path: "models.<name>.compaction_threshold", type: "number (0..1]|null", unset: "rounded down to two decimals" },
    { path: "models.<name>.tool_loading", type: "enum:eager,native_deferred,no_tools|null" },
    { path: "models.<name>.supports_vision", type: "boolean|null", unset: "false for custom models" },
    { path: "models.<name>.forced_tool_choice_supported", type: "boolean|null", default: true },
    { path: "models.<name>.max_tool_batch_size", type: "uint32|null", unset: "larger windows up to 8" },
    {
      path: "models.<name>.request_option_defaults",
      type: "map<boolean|string of 512 bytes>",
      secret: "by-name",
      unset: "provider's defaults",
    },
    { path: "models.<name>.inherits", type: "string|null", ref: "models" },
  ],

  "2.5 active_session": [
    { path: "active_session.default_facet", type: "string|null", ref: "facets", unset: "falls back to `execute`" },
    { path: "active_session.default_exec_facet", type: "string|null", ref: "facets", unset: "falls back to `execute`" },
  ],

  "2.6 agent_behavior": [
    { path: "agent_behavior.shell", type: "object", required: true },
    { path: "agent_behavior.shell.command", type: "enum:bash,powershell", required: true },
    { path: "agent_behavior.shell.init_script", type: "string|null" },
  ],

  "2.7 permissions": [
    { path: "permissions.secret_words", type: "array<string>", secret: true },
    { path: "permissions.secret_files", type: "array<string>" },
  ],

  "2.8 notifications": [
    { path: "notifications.trigger_turn", type: "boolean", default: false, effect: "reserved" },
    { path: "notifications.trigger_types", type: "array<string>", default: [], effect: "reserved" },
    { path: "notifications.auto_drain_notifications", type: "boolean", default: true },
  ],

  "2.9 permission matchers": [
    { path: "autonomous_permission_matcher.classifier_model", type: "string|null", ref: "models" },
    { path: "autonomous_permission_matcher.classifier_rules", type: "string|null" },
    { path: "autonomous_permission_matcher.max_consecutive_denials", type: "uint32", default: 3 },
  ],

  "2.10 mcp_servers": [
    { path: "mcp_servers.<name>.transport", type: "enum:stdio,http", required: true },
    { path: "mcp_servers.<name>.block_list", type: "array<string>", default: [] },
    { path: "mcp_servers.<name>.default_timeout_seconds", type: "uint64|null", unset: "no limit", zero: "rejected" },
    { path: "mcp_servers.<name>.auth_key_name", type: "string|null", unset: "the server's name" },
    { path: "mcp_servers.<name>.default_enabled", type: "boolean", default: true },
    { path: "mcp_servers.<name>(transport=stdio).command", type: "string", required: true },
    { path: "mcp_servers.<name>(transport=stdio).args", type: "array<string>", default: [] },
    { path: "mcp_servers.<name>(transport=stdio).env", type: "map<string>", default: {}, secret: "by-name" },
    {
      path: "mcp_servers.<name>(transport=stdio).pass_env",
      type: "array<string>|null",
      default: ["HOME", "PATH", "LANG", "TMPDIR"],
    },
    { path: "mcp_servers.<name>(transport=stdio).log_stderr", type: "boolean", default: true },
    { path: "mcp_servers.<name>(transport=stdio).log_stdout", type: "boolean", default: false },
    { path: "mcp_servers.<name>(transport=http).url", type: "string", required: true },
    { path: "mcp_servers.<name>(transport=http).auth", type: "tagged", default: { type: "none" } },
    {
      path: "mcp_servers.<name>(transport=http).headers",
      type: "map<string>",
      default: {},
      secret: "by-name",
      "ignore-case": true,
    },
    { path: "mcp_servers.<name>(transport=http).reinit_on_expired_session", type: "boolean", default: false },
  ],

  "2.11 daemon": [
    { path: "daemon.log_level", type: "enum:error,warn,info,debug,trace" },
    { path: "daemon.logging", type: "object" },
    { path: "daemon.logging.provider_autopsy", type: "boolean", default: false },
    { path: "daemon.web", type: "object" },
    { path: "daemon.web.http_proxy", type: "string|null" },
    { path: "daemon.web.https_proxy", type: "string|null" },
    { path: "daemon.web.web_fetch_disallow_http", type: "boolean", default: false },
    { path: "daemon.tls", type: "object" },
    { path: "daemon.tls.trust_store", type: "string|null" },
    { path: "daemon.system_reminders", type: "object" },
    { path: "daemon.system_reminders.disabled", type: "array<string>" },
    { path: "daemon.max_tool_turns", type: "uint32|null", unset: "built-in default", zero: "unset" },
    {
      path: "daemon.provider_stream_idle_timeout_secs",
      type: "uint64|null",
      unset: "built-in default",
      zero: "unset",
    },
    {
      path: "daemon.provider_stream_max_lifetime_secs",
      type: "uint64|null",
      unset: "built-in default",
      zero: "disables",
    },
    {
      path: "daemon.subagent_stall_threshold_secs",
      type: "uint64|null",
      unset: "a value above the stream idle timeout",
      zero: "unset",
      reload: "restart",
    },
    {
      path: "daemon.subagent_liveness_watchdog_interval_secs",
      type: "uint64|null",
      unset: "built-in default",
      zero: "unset",
      reload: "restart",
    },
    { path: "daemon.follow_symlinks_for_configs", type: "boolean", default: true, scope: "global" },
    { path: "daemon.retry", type: "object" },
    { path: "daemon.goal_driver", type: "object" },
    { path: "daemon.compaction_max_retries", type: "uint32|null", unset: "built-in default", zero: "disables" },
    { path: "daemon.file_catalog", type: "object" },
  ],

  "2.12 integrations": [
    { path: "integrations.search", type: "object" },
    { path: "integrations.search.strategy", type: "enum:round_robin,random" },
    { path: "integrations.search.providers", type: "object" },
    { path: "integrations.search.providers.search_a", type: "object" },
    { path: "integrations.search.providers.search_a.enabled", type: "boolean", default: false },
    { path: "integrations.search.providers.search_a.key", type: "string", required: true, secret: true },
    { path: "integrations.search.providers.search_b", type: "object" },
    { path: "integrations.search.providers.search_b.enabled", type: "boolean", default: false },
    { path: "integrations.search.providers.search_b.key", type: "string", required: true, secret: true },
    { path: "integrations.search.providers.search_c", type: "object" },
    { path: "integrations.search.providers.search_c.enabled", type: "boolean", default: false },
    { path: "integrations.search.providers.search_c.key", type: "string", required: true, secret: true },
    { path: "integrations.search.providers.search_d", type: "object" },
    { path: "integrations.search.providers.search_d.enabled", type: "boolean", default: false },
    { path: "integrations.search.providers.search_d.key", type: "string", required: true, secret: true },
  ],

  "2.13 facets and subagents": [
    { path: "facets.<name>.source", type: "string", required: true },
    { path: "subagents.<name>.source", type: "string", required: true },
  ],

  "2.14 tui": [
    { path: "tui.theme", type: "enum:auto,light,dark", default: "auto" },
    { path: "tui.theme-file", type: "string|null", unset: "the built-in default theme" },
    { path: "tui.alt-screen", type: "enum:auto,always,never", default: "auto" },
    // Its type is "only partly described"; "unset" is read as null, like everywhere else.
    { path: "tui.confirm-quit", type: "boolean|null", unset: "preference of the machine" },
  ],

  "5.1 provider auth": [
    {
      path: "providers.<name>.auth.type",
      type: "enum:no_auth,static_key,delta_device,epsilon_device",
      required: true,
    },
    { path: "providers.<name>.auth(type=static_key).key", type: "string", required: true, secret: true },
    {
      path: "providers.<name>.auth(type=static_key).format",
      type: "enum:bearer_token,alpha_x_api_key,gamma_api_key|null",
      unset: "what the provider recommends",
    },
    { path: "providers.<name>.auth(type=delta_device).profile", type: "string", required: true },
    { path: "providers.<name>.auth(type=epsilon_device).profile", type: "string", required: true },
  ],

  "5.2 MCP remote auth": [
    {
      path: "mcp_servers.<name>(transport=http).auth.type",
      type: "enum:none,authorization-header,oauth",
      required: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=authorization-header).value",
      type: "string",
      required: true,
      secret: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).scopes",
      type: "array<string>",
      unset: "lets the server choose",
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).registration",
      type: "tagged",
      default: { type: "auto" },
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).registration.type",
      type: "enum:auto,client-metadata-url,pre-registered",
      required: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).registration(type=client-metadata-url).url",
      type: "string",
      required: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).registration(type=pre-registered).client_id",
      type: "string",
      required: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).registration(type=pre-registered).client_secret",
      type: "string|null",
      secret: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).redirect",
      type: "tagged",
      default: { type: "ephemeral-loopback" },
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).redirect.type",
      type: "enum:ephemeral-loopback,fixed",
      required: true,
    },
    {
      path: "mcp_servers.<name>(transport=http).auth(type=oauth).redirect(type=fixed).uri",
      type: "string",
      required: true,
    },
  ],

  "8 limits": [
    { path: "daemon.retry.max_retries", type: "uint32", default: 3, zero: "disables" },
    { path: "daemon.retry.base_delay_ms", type: "uint64", default: 1000 },
    { path: "daemon.retry.max_computed_delay_ms", type: "uint64", default: 60000 },
    { path: "daemon.goal_driver.plan_handoff_activate_goal", type: "boolean", default: false },
    { path: "daemon.goal_driver.agent_goal_auto_accept", type: "boolean", default: false },
    { path: "daemon.goal_driver.max_continuations_per_goal", type: "uint", default: 50, zero: "disables" },
    { path: "daemon.file_catalog.max_files", type: "uint", default: 250000 },
    { path: "daemon.file_catalog.max_duration_ms", type: "uint64", default: 15000 },
    { path: "daemon.file_catalog.exclude_generated", type: "boolean", default: true },
    { path: "daemon.file_catalog.cache_ttl_secs", type: "uint64", default: 30 },
  ],
};

export interface SpecKey extends Key {
  readonly section: string;
}

export const SPEC_KEYS: readonly SpecKey[] = Object.entries(BY_SECTION).flatMap(([section, keys]) =>
  keys.map((key) => ({ section, ...key })),
);

/** Texts that must be of a certain form: every pattern the schema may have. */
export interface SpecForm {
  readonly path: string;
  /** What the form is of: the value itself, each item of a list, or each name in a map. */
  readonly of: "value" | "item" | "name";
  readonly stated: string;
  readonly rule: string;
  readonly accepts: readonly string[];
  readonly rejects: readonly string[];
}

const HEADER_NAMES = {
  of: "name",
  rule: "provider/header-name",
  accepts: ["X-Team", "x_team", "content-type", "0", "!#$%&'*+-.^_`|~"],
  rejects: ["", "X Team", ":authority", "é", "X-Team\n", "X(Team)", "a/b", '"x"', "$(touch M)"],
} as const;

const VARIABLE_NAMES = {
  rule: "schema/format",
  accepts: ["HOME", "npm_config_registry", "_", "ProgramFiles(x86)", "GRÖSSE", "*"],
  rejects: ["", "A=B", "$(touch M)", "${HOME}", "A\u0000"],
} as const;

const REQUIRED_TEXTS: readonly string[] = [
  "providers.<name>.kind(type=catalog).name",
  "providers.<name>.auth(type=static_key).key",
  "providers.<name>.auth(type=delta_device).profile",
  "providers.<name>.auth(type=epsilon_device).profile",
  "models.<name>.reasoning(type=effort).effort_set",
  "mcp_servers.<name>(transport=stdio).command",
  "mcp_servers.<name>(transport=http).auth(type=authorization-header).value",
  "mcp_servers.<name>(transport=http).auth(type=oauth).registration(type=pre-registered).client_id",
  ...["a", "b", "c", "d"].map((letter) => `integrations.search.providers.search_${letter}.key`),
];

/** A required text that holds nothing but white space supplies nothing. */
const NOT_BLANK = { of: "value", rule: "schema/format", accepts: ["x", " x "], rejects: ["", " ", "\n\t"] } as const;

export const SPEC_FORMS: readonly SpecForm[] = [
  { path: "providers.<name>.headers", stated: "2.3: names must be valid HTTP header names", ...HEADER_NAMES },
  { path: "mcp_servers.<name>(transport=http).headers", stated: "attacks B02, E22", ...HEADER_NAMES },
  {
    path: "mcp_servers.<name>.block_list",
    of: "item",
    stated: "2.10: in the form `mcp__server__tool`",
    rule: "mcp/block-list-name",
    accepts: [
      ...["mcp__server__tool", "mcp__my-server__drop_table", "mcp__a_b__c__d"],
      ...["mcp__server__db.rows/drop", "mcp__server__db:drop", "mcp__server__löschen"],
    ],
    rejects: [
      ...["", "tool", "server__tool", "mcp__server", "mcp__server__", "mcp____tool", "MCP__a__b", "mcp_a_b"],
      ...["mcp__server__*", "mcp__server__drop_*", "mcp__server__a?", "mcp__server__a|b", "mcp__server__[ab]"],
      ...["mcp__server__{a,b}", "mcp__server__(a)", "mcp__server__a,b", "mcp__server__^a$", "mcp__server__\\w"],
    ],
  },
  {
    path: "mcp_servers.<name>.auth_key_name",
    of: "value",
    stated: "2.10: only ASCII letters, digits, underscores, hyphens; no underscore first, no two in a row; attack D15",
    rule: "mcp/auth-key-name",
    accepts: ["issues", "My-Server9", "a_b_c", "a_", "-", "7"],
    rejects: ["", "_a", "_", "a__b", "a__", "é", "a\n", "a.b", "a/b", "..", "a b"],
  },
  { path: "mcp_servers.<name>(transport=stdio).env", of: "name", stated: "attack B02", ...VARIABLE_NAMES },
  {
    path: "mcp_servers.<name>(transport=stdio).pass_env",
    of: "item",
    stated: "attacks B02, E11",
    rule: "mcp/variable-name",
    accepts: [...VARIABLE_NAMES.accepts.filter((name) => name !== "*"), "npm_config_@a:registry", "a.b", "A-B"],
    rejects: [...VARIABLE_NAMES.rejects, "*", "A*", "A?", "-HOME", "HOME,PATH", "HOME;PATH", "HOME|PATH", "A B"],
  },
  ...REQUIRED_TEXTS.map((path) => ({ path, stated: "required, attack B25", ...NOT_BLANK })),
  { path: "daemon.tls.trust_store", stated: "2.11: a file that cannot be read is a hard error", ...NOT_BLANK },
  { path: "daemon.system_reminders.disabled", stated: "2.11: malformed names are errors", ...NOT_BLANK, of: "item" },
];
