/** Keys in other words than ours, keys that only their value explains, and values in other words. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }, url: https://p.example/v1";
const PROVIDERS = `providers: { p: { ${KIND}, auth: { type: no_auth } } }`;
const model = (rest: string): string =>
  `${PROVIDERS}\nmodels: { m: { provider: p, class: full, context_window: 9000, ${rest} } }`;
const provider = (rest: string): string => `providers: { p: { ${KIND}, ${rest} } }`;
const stdio = (rest: string): string => `mcp_servers: { s: { transport: stdio, command: /opt/s, ${rest} } }`;
const http = (rest: string): string => `mcp_servers: { s: { transport: http, url: "https://s.example/mcp", ${rest} } }`;
const daemon = (rest: string): string => `daemon: { ${rest} }`;

/** Configurations with one unknown key, and the text that tells what was meant. */
const KEYS: readonly (readonly [string, (rest: string) => string, string, RegExp])[] = [
  ["max_answer_tokens", model, "8000", /did you mean `max_output_tokens_per_turn`\?/],
  ["completionLimit", model, "8000", /did you mean `max_tokens`/],
  ["compression_ratio", model, "0.8", /did you mean `compaction_threshold`/],
  ["accepts-images", model, "true", /did you mean `supports_vision`\?/],
  ["vision_enabled", model, "true", /did you mean `supports_vision`\?/],
  ["max_tools", model, "4", /did you mean `max_tool_batch_size`\?/],
  ["hide", model, "true", /did you mean `enabled: false`/],
  ["upstream_name", model, "gpt", /did you mean `provider_name`/],
  ["stopping_words", model, "[a]", /did you mean `stop_sequences`/],
  ["api_address", provider, "https://b.example", /did you mean `url`, which is there already/],
  ["credential", provider, '"${K}"', /auth: \{ type: static_key, key: \$\{K\} \}/],
  ["environment_variables", stdio, "{ A: b }", /did you mean `env`/],
  ["keep_env", stdio, "[PATH]", /did you mean `pass_env`/],
  ["deadline", stdio, "30", /did you mean `default_timeout_seconds`/],
  ["call_limit_secs", stdio, "30", /did you mean `default_timeout_seconds`/],
  ["ignore_tools", stdio, "[mcp__s__x]", /did you mean `block_list`/],
  ["session_recovery", http, "true", /did you mean `reinit_on_expired_session`/],
  ["logger_level", daemon, "info", /did you mean `log_level`/],
  ["iteration_cap", daemon, "9", /did you mean `max_tool_turns`/],
  ["stall_timeout", daemon, "9", /did you mean `subagent_stall_threshold_secs`\?/],
  ["heartbeat", daemon, "9", /did you mean `subagent_liveness_watchdog_interval_secs`/],
  ["retry_delay_ms", daemon, "9", /`daemon\.retry\.base_delay_ms`/],
  ["goal_limit", daemon, "3", /did you mean `daemon\.goal_driver\.max_continuations_per_goal`\?/],
  ["certificates", daemon, "/etc/a.pem", /did you mean `daemon\.tls\.trust_store`/],
];

rows(
  Object.fromEntries(
    KEYS.map(([key, within, value, telling]) => [
      `${key} in ${within("")}`,
      {
        global: within(`${key}: ${value}`),
        says: [`global warning schema/unknown-key ${key}`],
        telling,
        fixed: "same",
      },
    ]),
  ),
);

rows({
  "a window in other words is the window": {
    global: `${PROVIDERS}\nmodels: { m: { provider: p, class: full, ctx_len: 9000 } }`,
    says: ["global error schema/unknown-key ctx_len"],
    telling: /the required `context_window` is missing/,
  },
  "one that is like a single name": {
    global: `${PROVIDERS}\nmodels: { m: { provider: p, class: full, max_seq_len: 9000 } }`,
    says: ["global error schema/unknown-key max_seq_len"],
    telling: /did you mean `context_window`/,
  },
  "a delay at the top level": {
    global: "retry_delay: 300",
    says: ["global warning schema/unknown-key retry_delay"],
    telling: /daemon\.retry\.base_delay_ms/,
  },
  "a key of an entry at the top level": {
    global: "context_window: 200000",
    says: ["global warning schema/unknown-key context_window"],
    telling: /an entry holds it: `models\.<name>\.context_window`/,
  },
  "one of two kinds of entries": {
    global: "base_url: https://a.example",
    says: ["global warning schema/unknown-key base_url"],
    telling: /`providers\.<name>\.url` or `mcp_servers\.<name>\.url`/,
  },
  "one in other words": {
    global: "mcp_timeout: 30",
    says: ["global warning schema/unknown-key mcp_timeout"],
    telling: /an entry holds it: `mcp_servers\.<name>\.default_timeout_seconds`/,
  },
  "a name that stands for one value of a key far below": {
    global: "dark_mode: true",
    says: ["global warning schema/unknown-key dark_mode"],
    telling: /did you mean `tui\.theme`/,
  },
  "two keys in a mapping with a name for both": {
    global: `${PROVIDERS}\nmodels: { m: { provider: p, class: full, context_window: 9000, limits: { output: 800 } } }`,
    says: ["global warning schema/unknown-key limits"],
    mended: `${PROVIDERS}\nmodels: { m: { provider: p, class: full, context_window: 9000, max_tokens: 800 } }`,
  },
  "the source of a key, in place of the key": {
    global: provider("auth: { type: static_key, key_from_env: K }"),
    says: ["global error schema/unknown-key key_from_env"],
    mended: provider('auth: { type: static_key, key: "${K}" }'),
  },
  "an open block takes keys that only look like one of its own": {
    global: "tui: { palette: monokai }",
    says: [],
  },
  "but not with a value of that key": {
    global: "tui: { palette: dark }",
    says: ["global warning schema/unknown-key palette"],
    telling: /did you mean `theme`/,
  },
  "the only key that is left": {
    global: provider("auth: { type: delta_device, account: work }"),
    says: ["global error schema/unknown-key account"],
    telling: /the required `profile` is missing.*did you mean `profile`/s,
    fixed: "same",
    mended: provider("auth: { type: delta_device, profile: work }"),
  },
  "one whose value does not suit the only key": {
    global: provider("auth: { type: delta_device, account: [work] }"),
    says: ["global error schema/missing-key auth", "global warning schema/unknown-key account"],
  },
  "reminders that are off as a whole": {
    global: daemon("system_reminders: false"),
    says: ["global error schema/wrong-type false"],
    telling: /`\{ disabled: \["…"\] \}`/,
  },
  "a list where one text belongs": {
    global: `providers: { p: { kind: { type: custom_beta_compatible }, url: [https://a.example/v1, https://b.example/v1] } }`,
    says: ["global error schema/wrong-type [https://a.example/v1, https://b.example/v1]"],
    telling: /write one of them: `https:\/\/a\.example\/v1` or/,
  },
  "a list of secrets is not repeated": {
    global: provider("auth: { type: static_key, key: [alpha-3jf9w, beta-83jf9] }"),
    says: ["global error schema/wrong-type [alpha-3jf9w, beta-83jf9]"],
    notTelling: /3jf9w/,
  },
  "a value of one key alone": {
    global: provider("flavor: beta_responses"),
    says: ["global warning schema/unknown-key flavor"],
    telling: /did you mean `protocol`\?/,
    mended: provider("protocol: beta_responses"),
  },
  "a value of a tag": {
    global: provider("auth_method: no_auth"),
    says: ["global warning schema/unknown-key auth_method"],
    telling: /did you mean `auth: \{ type: no_auth \}`/,
  },
  "a value of a tag that is there": {
    global: provider("variant: custom_beta_compatible"),
    says: ["global warning schema/unknown-key variant"],
    telling: /did you mean `kind`, which is there already/,
  },
  "the name of an entry that a key refers to": {
    global: `${PROVIDERS}\nmodels: { m: { via: p, class: full, context_window: 9000 } }`,
    says: ["global warning schema/unknown-key via"],
    telling: /did you mean `provider`/,
  },
  "the variant as the name of its mapping": {
    global: http("oauth: { scopes: [read] }"),
    says: ["global warning schema/unknown-key oauth"],
    telling: /did you mean `auth: \{ type: oauth, … \}`/,
  },
  "a word that many keys have as a value says nothing": {
    global: "tui: { density: auto }",
    says: [],
  },
  "a key without a meaning": {
    global: model("zest: 3"),
    says: ["global warning schema/unknown-key zest"],
    telling: /keys that take such a value here: `max_tokens`, .*`max_tool_batch_size`/,
    notTelling: /supports_vision|tool_loading/,
  },
  "a level in other words": {
    global: daemon("log_level: everything"),
    says: ["global error schema/unknown-value everything"],
    telling: /did you mean `trace`/,
  },
});
