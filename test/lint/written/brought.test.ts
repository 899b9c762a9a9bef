/** What people bring along from other agents, gateways and runners of models: keys, values and forms. */
import { rows } from "./row.js";

const PROVIDER = "providers: { p: { kind: { type: custom_beta_compatible }, url: https://p.example/v1 } }";
const provider = (more: string): string => PROVIDER.replace(" } }", `, ${more} } }`);
const model = (more: string): string =>
  `${PROVIDER}\nmodels: { m: { provider: p, class: full, context_window: 9000, ${more} } }`;
const defaults = (value: string): string =>
  `${model("reasoning: { type: effort, effort_set: s, can_disable: true, levels: [low, high] }")}\ndefaults: { full: ${value} }`;
const server = (more: string): string => `mcp_servers: { s: { transport: stdio, command: /opt/srv, ${more} } }`;
const top = (text: string, telling: RegExp) => ({
  global: text,
  says: [`global warning schema/unknown-key ${text.split(":", 1)[0]}`],
  telling,
});

rows({
  "variables of the agent": top("env: { LAB: x }", /`mcp_servers\.<name>\.env`/),
  "a helper that prints a key": top("apiKeyHelper: /opt/key.sh", /`\$\(command\)` in `providers\.<name>\.auth\.key`/),
  "servers of a project, by name": top("enabledMcpjsonServers: [git]", /`mcp_servers\.<name>\.default_enabled`/),
  "a list of models": top("model_list: {}", /did you mean `models`/),
  "updates at the top": top("auto_update: false", /did you mean `updates: \{ automatic_check: … \}`/),
  "logs at the top": top("logging: { level: debug }", /`daemon\.log_level`/),
  hooks: top("hooks: {}", /no hooks/),
  "an effort at the top": top("model_reasoning_effort: high", /`defaults\.full: name\(high\)`/),
  "instructions at the top": top("custom_instructions: Be brief", /`AGENTS\.md`/),
  "a mode of permissions in permissions": {
    global: "permissions: { defaultMode: acceptEdits }",
    says: ["global error schema/unknown-key defaultMode"],
    telling: /`default_permission_matcher` at the top level/,
  },
  "options of a provider": {
    global: provider("options: { apiKey: x }"),
    says: ["global warning schema/unknown-key options"],
    telling: /its address is `url`, its key stands in `auth`/,
  },
  "a provider that is off": {
    global: provider("enabled: false"),
    says: ["global warning schema/unknown-key enabled"],
    telling: /`models\.<name>\.enabled`/,
  },
  "the region of a provider": {
    global: provider("region: eu-west-1"),
    says: ["global warning schema/unknown-key region"],
    telling: /`url` holds the whole address/,
  },
  "a model with tools": {
    global: model("tool_call: false"),
    says: ["global warning schema/unknown-key tool_call"],
    telling: /`tool_loading: no_tools`/,
  },
  "the prompt of a model": {
    global: model("system_prompt: Be brief"),
    says: ["global warning schema/unknown-key system_prompt"],
    telling: /facet/,
  },
  "an option of requests": {
    global: model("top_k: 4"),
    says: ["global warning schema/unknown-key top_k"],
    telling: /`request_option_defaults: \{ top_k: "…" \}`/,
  },
  "a port of a container": {
    global: server("ports: ['3000:3000']"),
    says: ["global warning schema/unknown-key ports"],
    telling: /before its image/,
  },

  "a theme of one's own": {
    global: "tui: { theme: solarized }",
    says: ["global error schema/unknown-value solarized"],
    telling: /one of `auto`, `light` or `dark`; `theme-file` names a theme of your own/,
  },
  "a theme of the system": {
    global: "tui: { theme: system }",
    says: ["global error schema/unknown-value system"],
    telling: /did you mean `auto`/,
  },
  "another shell": {
    global: "agent_behavior: { shell: { command: zsh } }",
    says: ["global error schema/unknown-value zsh"],
    telling: /did you mean `bash`/,
  },
  "a shell without its mapping": {
    global: "agent_behavior: { shell: bash }",
    says: ["global error schema/wrong-type bash"],
    telling: /write `\{ command: bash \}`/,
    mended: "agent_behavior: { shell: { command: bash } }",
  },
  "a shell of another name without its mapping": {
    global: "agent_behavior: { shell: pwsh }",
    says: ["global error schema/wrong-type pwsh"],
    telling: /write `\{ command: powershell \}`/,
  },

  "a model and its effort": {
    global: defaults("{ model: m, effort: high }"),
    says: ["global error schema/wrong-type { model: m, effort: high }"],
    telling: /write `m\(high\)`/,
    mended: defaults("m(high)"),
  },
  "a model alone in a mapping": {
    global: defaults("{ model: m }"),
    says: ["global error schema/wrong-type { model: m }"],
    telling: /write `m`/,
  },
  "a model with another option": {
    global: defaults("{ model: m, fallback: n }"),
    says: ["global error schema/wrong-type { model: m, fallback: n }"],
    telling: /write `<model>\(<effort>\)`/,
  },
  "several models": {
    global: defaults("[m, n]"),
    says: ["global error schema/wrong-type [m, n]"],
    telling: /write one of them: `m` or `n`/,
  },
  "several secret texts are not repeated": {
    global: provider("auth: { type: static_key, key: [hunter2abc, hunter3abc] }"),
    says: ["global error schema/wrong-type [hunter2abc, hunter3abc]"],
    notTelling: /hunter/,
  },

  "no retries": {
    global: "daemon: { retry: { max_retries: false } }",
    says: ["global error schema/wrong-type false"],
    telling: /write `0`/,
    mended: "daemon: { retry: { max_retries: 0 } }",
  },
  "no limit, where zero means the default": {
    global: "daemon: { max_tool_turns: false }",
    says: ["global error schema/wrong-type false"],
    notTelling: /write `0`/,
  },

  "a German yes": {
    global: "updates: { automatic_check: ja }",
    says: ["global warning schema/wrong-type ja"],
    telling: /write `true`/,
  },
  "a French no": {
    global: "notifications: { auto_drain_notifications: non }",
    says: ["global error schema/wrong-type non"],
    telling: /write `false`/,
  },
  "a Russian yes": {
    global: model("supports_vision: да"),
    says: ["global error schema/wrong-type да"],
    telling: /write `true`/,
  },
  "a letter for yes": {
    global: server("default_enabled: y"),
    says: ["global error schema/wrong-type y"],
    telling: /write `true`/,
  },
  never: {
    global: server("default_enabled: never"),
    says: ["global error schema/wrong-type never"],
    telling: /write `false`/,
  },
  "one, where a switch is meant": {
    global: "updates: { automatic_check: 1 }",
    says: ["global warning schema/wrong-type 1"],
    telling: /write `true`/,
  },
  "a word that may be a value of its own": { global: "updates: { automatic_check: always }", says: [] },

  "digits of full width": {
    global: "daemon: { max_tool_turns: ５０ }",
    says: ["global error schema/wrong-type ５０"],
    telling: /write `50`/,
  },
  "Persian digits": {
    global: "daemon: { max_tool_turns: ۵۰ }",
    says: ["global error schema/wrong-type ۵۰"],
    telling: /write `50`/,
  },
  "Devanagari digits": {
    global: "daemon: { max_tool_turns: १२० }",
    says: ["global error schema/wrong-type १२०"],
    telling: /write `120`/,
  },
  "retries with a word": {
    global: "daemon: { retry: 5 times }",
    says: ["global error schema/wrong-type 5 times"],
    telling: /write `\{ max_retries: 5 \}`/,
  },
  "Python's nothing": {
    global: "tui: { theme-file: None }",
    says: ["global error path/theme-file None"],
    telling: /delete the key, which is the same as `null`/,
  },
  "an empty word": {
    global: 'permissions: { secret_words: [""] }',
    says: ["global warning secret/weak-word"],
    telling: /is empty/,
  },
  "about a number": {
    global: model("max_tokens: ~8000"),
    says: ["global error schema/wrong-type ~8000"],
    telling: /write `8000`/,
  },
  "a bound in front": {
    global: model('max_tokens: "<= 8,000"'),
    says: ["global error schema/wrong-type <= 8,000"],
    telling: /write `8000`/,
  },
  "a number with what it counts": {
    global: model("max_tokens: 8K tokens"),
    says: ["global error schema/wrong-type 8K tokens"],
    telling: /write `8000`/,
  },
  "a number and its unit in words": {
    global: "mcp_servers: { s: { transport: stdio, command: /opt/srv, default_timeout_seconds: 2 minutes } }",
    says: ["global error schema/wrong-type 2 minutes"],
    telling: /write `120`/,
  },
});
