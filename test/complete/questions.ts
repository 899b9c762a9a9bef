/**
 * The 25 questions, each in YAML and in JSON. `¦` is the cursor. A line such as `@other` stands in another section than the cursor,
 * `@sibling` in an entry beside it, above or below the cursor: a mistake takes its place, or nothing.
 */
export interface Question {
  readonly about: string;
  readonly yaml: string;
  readonly json: string;
  /** Labels that have to be there. */
  readonly has: readonly string[];
  /** Labels that must not be there: keys of another variant, keys that are there, names of another kind. */
  readonly lacks: readonly string[];
  /** Whether the text is a project over the global layer below. */
  readonly isProject?: true;
}

/** The global layer, as it was last readable. */
export const GLOBAL = `providers:
  alpha: { kind: { type: catalog, name: alpha } }
  local: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1/v1" }
models:
  big:
    provider: alpha
    reasoning: { type: effort, effort_set: e, can_disable: true, levels: [low, high] }
  small: { inherits: big, provider: local }
  off: { enabled: false }
facets:
  review: { source: review.md }
mcp_servers:
  docs: { transport: http, url: "https://docs.example.net" }
  files: { transport: stdio, command: npx }
`;

const OTHER_YAML = "daemon:\n  log_level: info\n@other\n";
const OTHER_JSON = '{\n  "daemon": {\n    "log_level": "info",\n@other\n    "max_tool_turns": 3\n  },\n';
const LATER_YAML = "notifications:\n  trigger_turn: true\n@other-below\n";
const LATER_JSON = '  "notifications": {\n@other-below\n    "trigger_turn": true\n  }\n}\n';

type Texts = Pick<Question, "yaml" | "json">;

/** A text with an entry on each side of the one of the cursor. `yaml`, `json`: the lines of the entry of the cursor. */
function entry(section: string, name: string, yaml: readonly string[], json: readonly string[]): Texts {
  const inYaml = yaml.map((line) => `    ${line}\n`).join("");
  const inJson = json.map((line) => `      ${line}\n`).join("");
  return {
    yaml:
      `${OTHER_YAML}${section}:\n  beside:\n@sibling\n  ${name}:\n${inYaml}` +
      `  last:\n    enabled: true\n@sibling-below\n${LATER_YAML}`,
    json:
      `${OTHER_JSON}  "${section}": {\n    "beside": {\n@sibling\n      "x": 1\n    },\n    "${name}": {\n${inJson}` +
      `    },\n    "last": {\n@sibling-below\n      "enabled": true\n    }\n  },\n${LATER_JSON}`,
  };
}

/** A text with values beside the one of the cursor, directly in its section. */
function flat(section: string, yaml: string, json: string): Texts {
  return {
    yaml: `${OTHER_YAML}${section}:\n@sibling\n  ${yaml}\n@sibling-below\n${LATER_YAML}`,
    json: `${OTHER_JSON}  "${section}": {\n@sibling\n    ${json}\n@sibling-below\n  },\n${LATER_JSON}`,
  };
}

/** A text with the cursor among the sections. */
function outer(yaml: string, json: string): Texts {
  return {
    yaml: `${OTHER_YAML}${yaml}\ntui:\n@sibling\n  theme: dark\n@sibling-below\n${LATER_YAML}`,
    json: `${OTHER_JSON}  ${json}\n  "tui": {\n@sibling\n    "theme": "dark"\n@sibling-below\n  },\n${LATER_JSON}`,
  };
}

export const QUESTIONS: readonly Question[] = [
  {
    about: "the sections of a file",
    ...outer("¦", '"¦",'),
    has: ["providers", "models", "defaults", "telemetry"],
    lacks: ["daemon", "tui", "theme", "kind", "log_level"],
  },
  {
    about: "a half-typed section",
    ...outer("mod¦", '"mod¦"'),
    has: ["models", "providers"],
    lacks: ["daemon", "tui", "mod"],
  },
  {
    about: "an empty file",
    yaml: "¦",
    json: "{\n  ¦\n}\n",
    has: ["version", "providers", "models", "mcp_servers"],
    lacks: ["kind", "alpha"],
  },
  {
    about: "a file of comments",
    yaml: "# mine\n\n¦\n# end\n",
    json: "// mine\n{\n  // soon\n  ¦\n}\n",
    has: ["version", "providers", "models", "mcp_servers"],
    lacks: ["kind", "alpha"],
  },
  {
    about: "keys of a provider",
    ...entry("providers", "gamma", ["url: http://x", "¦"], ['"url": "http://x",', "¦"]),
    has: ["kind", "auth", "protocol", "headers"],
    lacks: ["url", "transport", "provider", "last", "beside"],
  },
  {
    about: "keys by a tag",
    ...entry(
      "mcp_servers",
      "web",
      ["transport: http", "¦", "headers: { a: b }"],
      ['"transport": "http",', "¦", '"headers": { "a": "b" }'],
    ),
    has: ["url", "auth", "block_list"],
    lacks: ["command", "args", "env", "transport", "headers"],
  },
  {
    about: "keys by another tag, half typed",
    ...entry("mcp_servers", "tool", ["transport: stdio", "co¦"], ['"transport": "stdio",', '"co¦"']),
    has: ["command", "args", "pass_env"],
    lacks: ["url", "headers", "transport", "auth"],
  },
  {
    about: "keys by a tag in brackets",
    ...entry(
      "providers",
      "gamma",
      ["auth: { type: static_key, ¦ }", "url: http://x"],
      ['"auth": { "type": "static_key", ¦ },', '"url": "http://x"'],
    ),
    has: ["key", "format"],
    lacks: ["profile", "type", "url"],
  },
  {
    about: "keys by a tag after them, in brackets",
    ...entry("models", "new", ["reasoning: { ¦, type: effort }"], ['"reasoning": { ¦ "type": "effort" }']),
    has: ["effort_set", "levels", "can_disable", "default_level"],
    lacks: ["type"],
  },
  {
    about: "a tag",
    ...entry("providers", "gamma", ["kind:", "  type: ¦"], ['"kind": {', '  "type": "¦"', "}"]),
    has: ["catalog", "custom_beta_compatible"],
    lacks: ["static_key", "stdio", "alpha"],
  },
  {
    about: "a tag in brackets that are not closed yet",
    ...entry("providers", "gamma", ["auth: { type: ¦"], ['"auth": { "type": "¦"']),
    has: ["static_key", "no_auth"],
    lacks: ["catalog", "bearer_token"],
  },
  {
    about: "the values of an enum",
    ...entry("models", "new", ["class: ¦", "enabled: true"], ['"class": ¦,', '"enabled": true']),
    has: ["full", "mini", "nano"],
    lacks: ["alpha", "big", "family_a"],
  },
  {
    about: "the values of an enum in a section",
    ...flat("tui", "alt-screen: a¦", '"alt-screen": "a¦"'),
    has: ["auto", "always", "never"],
    lacks: ["dark", "light"],
  },
  {
    about: "a truth value",
    ...entry("models", "new", ["supports_vision: ¦"], ['"supports_vision": ¦']),
    has: ["true", "false"],
    lacks: ["null", "big"],
  },
  {
    about: "a provider",
    ...entry("models", "new", ["provider: ¦", "class: full"], ['"provider": "¦",', '"class": "full"']),
    has: ["alpha", "local"],
    lacks: ["big", "beside", "docs"],
  },
  {
    about: "a model",
    ...flat("defaults", "full: ¦", '"full": "¦"'),
    has: ["big", "small"],
    lacks: ["off", "alpha", "low"],
  },
  {
    about: "a parent, without a circle",
    ...entry("models", "big", ["inherits: ¦"], ['"inherits": "¦"']),
    has: ["off", "beside", "last"],
    lacks: ["big", "small", "alpha"],
  },
  {
    about: "a facet",
    ...flat("active_session", "default_facet: ¦", '"default_facet": "¦"'),
    has: ["review", "plan", "execute"],
    lacks: ["big", "docs"],
  },
  {
    about: "the levels of a model",
    ...flat("defaults", "full: big(¦", '"full": "big(¦"'),
    has: ["low", "high", "none"],
    lacks: ["big", "small"],
  },
  {
    about: "the names of tools to hide",
    ...entry(
      "mcp_servers",
      "web",
      ["transport: http", "block_list:", "  - ¦"],
      ['"transport": "http",', '"block_list": ["¦"]'],
    ),
    has: ["mcp__web__"],
    lacks: ["docs", "web", "mcp__alpha__"],
  },
  {
    about: "the names of variables to pass",
    ...entry(
      "mcp_servers",
      "tool",
      ["transport: stdio", "pass_env: [HOME, ¦]"],
      ['"transport": "stdio",', '"pass_env": ["HOME", "¦"]'],
    ),
    has: ["API_KEY"],
    lacks: ["HOME", "docs"],
  },
  {
    about: "a variable in a text",
    ...entry(
      "providers",
      "gamma",
      ["headers:", '  Authorization: "Bearer $' + '{¦"'],
      ['"headers": {', '  "Authorization": "Bearer $' + '{¦"', "}"],
    ),
    has: ["HOME", "API_KEY"],
    lacks: ["alpha", "kind"],
  },
  {
    about: "a new model",
    ...flat("models", "¦", "¦"),
    has: ["new model", "model that is not offered"],
    lacks: ["provider", "local server"],
  },
  {
    about: "a server of the layer below",
    ...flat("mcp_servers", "¦", "¦"),
    has: ["docs", "files", "remote server"],
    lacks: ["transport", "new model", "big"],
    isProject: true,
  },
  {
    about: "keys by the tag of the layer below, in a project",
    ...entry("mcp_servers", "docs", ["¦", "url: http://x"], ["¦", '"url": "http://x"']),
    has: ["headers", "auth", "block_list"],
    lacks: ["command", "url", "args"],
    isProject: true,
  },
];
