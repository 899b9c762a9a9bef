/** Questions that the author of a configuration asks an editor. The cursor is at `▮`; the file is a project's unless the question says so. */

/** One question, put to a file in each format. */
interface Question {
  readonly about: string;
  readonly scope?: "global";
  readonly yaml: string;
  readonly json: string;
}

export interface CompletionQuestion extends Question {
  /** Proposals that must be there. */
  readonly wanted: readonly string[];
  readonly unwanted?: readonly string[];
  /** The first wanted one as it is written in each format. */
  readonly written?: { readonly yaml: string; readonly json: string };
  /** Words in the description of the first wanted one. */
  readonly said?: string;
}

export interface HoverQuestion extends Question {
  readonly said: readonly string[];
  /** What belongs to another place. */
  readonly unsaid?: readonly string[];
}

export const COMPLETIONS: readonly CompletionQuestion[] = [
  {
    about: "the keys of a project",
    yaml: "▮",
    json: "{▮}",
    wanted: ["providers", "models", "mcp_servers", "daemon", "tui", "defaults"],
    unwanted: ["updates", "telemetry", "data", "config_command_substitution"],
    written: { yaml: "providers:\n  ", json: '"providers": {$1}' },
    said: "The model providers the agent can use.",
  },
  {
    about: "the keys of the global file",
    scope: "global",
    yaml: "▮",
    json: "{▮}",
    wanted: ["updates", "telemetry", "data", "config_command_substitution", "models"],
    said: "How the agent updates itself.",
  },
  {
    about: "a section that may be null",
    yaml: "version: 3\n▮",
    json: '{"version": 3, ▮}',
    wanted: ["active_session", "defaults"],
    written: { yaml: "active_session:\n  ", json: '"active_session": {$1}' },
  },
  {
    about: "a section that has a definition of its own",
    yaml: "version: 3\ndef▮",
    json: '{"version": 3, "def▮"}',
    wanted: ["defaults"],
    written: { yaml: "defaults:\n  ", json: '"defaults": {$1}' },
    said: "The default model of each size class.",
  },
  {
    about: "the ways to decide on a tool call",
    yaml: "default_permission_matcher: ▮",
    json: '{"default_permission_matcher": ▮}',
    wanted: ["bypass_plus", "standard", "bypass", "autonomous"],
    said: "Allows every call except those that a deny rule blocks.",
  },
  {
    about: "the palettes",
    yaml: "tui:\n  theme: ▮",
    json: '{"tui": {"theme": "▮"}}',
    wanted: ["dark", "auto", "light"],
    said: "Colours for a dark background.",
  },
  {
    about: "the levels of a log",
    yaml: "daemon:\n  log_level: ▮",
    json: '{"daemon": {"log_level": ▮}}',
    wanted: ["warn", "error", "info", "debug", "trace"],
    said: "Failures and warnings.",
  },
  {
    about: "the dialects",
    yaml: "providers:\n  a:\n    protocol: ▮",
    json: '{"providers": {"a": {"protocol": ▮}}}',
    wanted: ["beta_responses", "alpha_messages", "test"],
    said: "the URL may end in `/v1` or not",
  },
  {
    about: "the transports",
    yaml: "mcp_servers:\n  db:\n    transport: ▮",
    json: '{"mcp_servers": {"db": {"transport": ▮}}}',
    wanted: ["stdio", "http"],
    said: "A local child process.",
  },
  {
    about: "the keys of a local server",
    yaml: "mcp_servers:\n  db:\n    transport: stdio\n    ▮",
    json: '{"mcp_servers": {"db": {"transport": "stdio", ▮}}}',
    wanted: ["command", "args", "env", "pass_env", "default_enabled"],
    unwanted: ["url", "headers", "transport"],
    written: { yaml: "command: ", json: '"command": $1' },
  },
  {
    about: "the keys of a remote server",
    yaml: "mcp_servers:\n  docs:\n    transport: http\n    ▮",
    json: '{"mcp_servers": {"docs": {"transport": "http", ▮}}}',
    wanted: ["auth", "url", "headers", "reinit_on_expired_session", "default_enabled"],
    unwanted: ["command", "args", "transport"],
    said: "How requests to this server are authenticated.",
  },
  {
    about: "the keys of a server that another layer describes",
    yaml: "mcp_servers:\n  db:\n    ▮",
    json: '{"mcp_servers": {"db": {▮}}}',
    wanted: ["default_enabled", "transport", "block_list"],
    written: { yaml: "default_enabled: ${1:true}", json: '"default_enabled": ${1:true}' },
  },
  {
    about: "the keys of a provider",
    yaml: "providers:\n  a:\n    ▮",
    json: '{"providers": {"a": {▮}}}',
    wanted: ["kind", "url", "auth", "protocol", "headers"],
    said: "A built-in catalog entry or a custom backend.",
  },
  {
    about: "the kinds of providers",
    yaml: "providers:\n  a:\n    kind:\n      type: ▮",
    json: '{"providers": {"a": {"kind": {"type": ▮}}}}',
    wanted: ["catalog", "custom_beta_compatible"],
    said: "A built-in provider.",
  },
  {
    about: "the name in the catalog",
    yaml: "providers:\n  a:\n    kind:\n      type: catalog\n      ▮",
    json: '{"providers": {"a": {"kind": {"type": "catalog", ▮}}}}',
    wanted: ["name"],
    unwanted: ["type", "url"],
    said: "Name of the catalog entry.",
  },
  {
    about: "the keys of a fixed key",
    yaml: "providers:\n  a:\n    auth:\n      type: static_key\n      ▮",
    json: '{"providers": {"a": {"auth": {"type": "static_key", ▮}}}}',
    wanted: ["key", "format"],
    unwanted: ["profile"],
    written: { yaml: "key: ", json: '"key": "$1"' },
  },
  {
    about: "the header of a key",
    yaml: "providers:\n  a:\n    auth:\n      type: static_key\n      format: ▮",
    json: '{"providers": {"a": {"auth": {"type": "static_key", "format": ▮}}}}',
    wanted: ["bearer_token", "alpha_x_api_key", "gamma_api_key"],
    said: "`Authorization: Bearer <key>`",
  },
  {
    about: "the ways to reason",
    yaml: "models:\n  m:\n    reasoning:\n      type: ▮",
    json: '{"models": {"m": {"reasoning": {"type": ▮}}}}',
    wanted: ["effort", "no_reasoning", "thinking"],
    said: "with one of several efforts",
  },
  {
    about: "the keys of efforts",
    yaml: "models:\n  m:\n    reasoning:\n      type: effort\n      ▮",
    json: '{"models": {"m": {"reasoning": {"type": "effort", ▮}}}}',
    wanted: ["levels", "effort_set", "can_disable", "default_level"],
    written: { yaml: "levels:\n  - ${1}", json: '"levels": [\n\t"low",\n\t"medium",\n\t"high"\n]' },
  },
  {
    about: "the size classes",
    yaml: "models:\n  m:\n    class: ▮",
    json: '{"models": {"m": {"class": ▮}}}',
    wanted: ["mini", "full", "nano"],
    said: "compacts context",
  },
  {
    about: "a switch",
    yaml: "models:\n  m:\n    supports_vision: ▮",
    json: '{"models": {"m": {"supports_vision": ▮}}}',
    wanted: ["true", "false"],
  },
  {
    about: "the name of a model, which is the user's own",
    yaml: "defaults:\n  full: ▮",
    json: '{"defaults": {"full": ▮}}',
    wanted: [],
    unwanted: ["acme/big-1.5", "acme/big-1.5(high)"],
  },
  {
    about: "a whole provider",
    yaml: "providers:\n  ▮",
    json: '{"providers": {"a": ▮}}',
    wanted: ["custom provider", "built-in provider"],
    written: {
      yaml: "${1:local}:\n  kind:\n    type: custom_beta_compatible\n  url: ${2:http://127.0.0.1:8080/v1}\n  auth:\n    type: no_auth",
      json: '{\n\t"kind": {\n\t\t"type": "custom_beta_compatible"\n\t},\n\t"url": "${2:http://127.0.0.1:8080/v1}",\n\t"auth": {\n\t\t"type": "no_auth"\n\t}\n}',
    },
    said: "A server of your own",
  },
  {
    about: "a whole model",
    yaml: "models:\n  ▮",
    json: '{"models": ▮}',
    wanted: ["new model"],
    written: {
      yaml: "${1:acme/big}:\n  provider: ${2:alpha}\n  class: ${3|full,mini,nano|}\n  context_window: ${4:200000}",
      json: '{\n\t"${1:acme/big}": {\n\t\t"provider": "${2:alpha}",\n\t\t"class": "${3|full,mini,nano|}",\n\t\t"context_window": ${4:200000}\n\t}\n}',
    },
  },
  {
    about: "a whole server",
    yaml: "mcp_servers:\n  ▮",
    json: '{"mcp_servers": {"files": ▮}}',
    wanted: ["local server", "remote server"],
    written: {
      yaml: "${1:files}:\n  transport: stdio\n  command: ${2:npx}\n  args:\n    - ${3:-y}\n    - ${4:files-mcp}",
      json: '{\n\t"transport": "stdio",\n\t"command": "${2:npx}",\n\t"args": [\n\t\t"${3:-y}",\n\t\t"${4:files-mcp}"\n\t]\n}',
    },
  },
];

export const HOVERS: readonly HoverQuestion[] = [
  {
    about: "a key at the root",
    yaml: "prov▮iders:\n  a:\n    url: https://a.example\n",
    json: '{"prov▮iders": {"a": {"url": "https://a.example"}}}',
    said: ["The model providers the agent can use."],
  },
  {
    about: "a number with a default",
    yaml: "daemon:\n  retry:\n    max_re▮tries: 4\n",
    json: '{"daemon": {"retry": {"max_re▮tries": 4}}}',
    said: ["Most retries of a failed provider request.", "Default: `3`"],
  },
  {
    about: "a switch with a default",
    yaml: "mcp_servers:\n  db:\n    default_en▮abled: false\n",
    json: '{"mcp_servers": {"db": {"default_en▮abled": false}}}',
    said: ["Whether to connect at startup.", "Default: `true`"],
  },
  {
    about: "a key with several values",
    yaml: "default_permi▮ssion_matcher: bypass_plus\n",
    json: '{"default_permi▮ssion_matcher": "bypass_plus"}',
    said: [
      "Decides whether a tool call is allowed",
      "Default: `standard`",
      "`bypass_plus`: Allows every call except those that a deny rule blocks.",
    ],
  },
  {
    about: "one of several values",
    yaml: "tui:\n  theme: da▮rk\n",
    json: '{"tui": {"theme": "da▮rk"}}',
    said: ["`dark`: Colours for a dark background."],
  },
  {
    about: "the key that chooses the others",
    yaml: "mcp_servers:\n  db:\n    trans▮port: stdio\n    command: npx\n",
    json: '{"mcp_servers": {"db": {"trans▮port": "stdio", "command": "npx"}}}',
    said: ["`stdio`: A local child process."],
  },
  {
    about: "a key of what was chosen",
    yaml: "mcp_servers:\n  db:\n    transport: stdio\n    pass_▮env: [HOME]\n",
    json: '{"mcp_servers": {"db": {"transport": "stdio", "pass_▮env": ["HOME"]}}}',
    said: ["Names of variables copied from the agent's own environment.", "`HOME`"],
  },
  {
    about: "the same key of the other variant",
    yaml: "mcp_servers:\n  db:\n    transport: http\n    ur▮l: https://a.example\n",
    json: '{"mcp_servers": {"db": {"transport": "http", "ur▮l": "https://a.example"}}}',
    said: ["The endpoint."],
    unsaid: ["Base URL"],
  },
  {
    about: "an entry of a map",
    yaml: "mcp_servers:\n  d▮b:\n    transport: stdio\n",
    json: '{"mcp_servers": {"d▮b": {"transport": "stdio"}}}',
    said: ["One MCP server, reached over the transport that `transport` names."],
  },
  {
    about: "a property with a text of its own",
    yaml: "providers:\n  a:\n    ki▮nd:\n      type: catalog\n      name: alpha\n",
    json: '{"providers": {"a": {"ki▮nd": {"type": "catalog", "name": "alpha"}}}}',
    said: ["A built-in catalog entry or a custom backend."],
    unsaid: ["What a provider is"],
  },
  {
    about: "headers of a provider",
    yaml: "providers:\n  a:\n    head▮ers:\n      X-A: b\n",
    json: '{"providers": {"a": {"head▮ers": {"X-A": "b"}}}}',
    said: ["on every request to this provider"],
    unsaid: ["this server"],
  },
  {
    about: "a section that may be null",
    yaml: "per▮missions:\n  secret_words: []\n",
    json: '{"per▮missions": {"secret_words": []}}',
    said: ["Protection of secrets."],
  },
  {
    about: "a section that is null",
    scope: "global",
    yaml: "upd▮ates: null\n",
    json: '{"upd▮ates": null}',
    said: ["How the agent updates itself."],
  },
  {
    about: "a number that is computed",
    yaml: "models:\n  m:\n    compaction_▮threshold: 0.2\n",
    json: '{"models": {"m": {"compaction_▮threshold": 0.2}}}',
    said: ["above 0, at most 1", "`max_output_tokens_per_turn`"],
  },
  {
    about: "a key deep inside",
    yaml: "mcp_servers:\n  d:\n    transport: http\n    auth:\n      type: oauth\n      regist▮ration:\n        type: auto\n",
    json: '{"mcp_servers": {"d": {"transport": "http", "auth": {"type": "oauth", "regist▮ration": {"type": "auto"}}}}}',
    said: ["How the client is registered."],
  },
  {
    about: "a default that only some have",
    yaml: "models:\n  m:\n    supports_vi▮sion: true\n",
    json: '{"models": {"m": {"supports_vi▮sion": true}}}',
    said: ["Whether the model accepts images", "Default: `false` for custom models"],
  },
  {
    about: "the source of a prompt",
    yaml: "facets:\n  plan:\n    sou▮rce: agent://facets/plan.md\n",
    json: '{"facets": {"plan": {"sou▮rce": "agent://facets/plan.md"}}}',
    said: ["A shipped `agent://` reference"],
  },
];
