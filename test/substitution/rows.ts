/** The inputs of section B and their expected results. A command that must not run creates a file called `M`. */
import { rootCertificates } from "node:tls";
import type { JsonObject } from "../arbitrary/plain.js";

export interface Row {
  /** Of attacks.md. */
  readonly id: string;
  /** What sets this row apart from others of the same id. */
  readonly what: string;
  readonly global?: JsonObject;
  readonly project?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly commandTimeoutMs?: number;
  /** What loading says; with `about`, of what such rules say. */
  readonly said?: readonly string[];
  readonly about?: RegExp;
  /** What linting says, where it is something else. */
  readonly linted?: readonly string[];
  /** Part of the configuration in effect; undefined when loading fails. */
  readonly config: JsonObject | undefined;
  /** Texts that must be seen nowhere. */
  readonly unseen?: readonly string[];
}

const TOUCH = "$(touch M)";

/** A global layer in which commands run, with a text at a place that takes any text. */
const on = (text: string, more: JsonObject = {}): JsonObject => ({
  config_command_substitution: true,
  tui: { text },
  ...more,
});

/** A text of the global layer that becomes another one, without a word. */
const becomes = (id: string, text: string, value: string, env: Readonly<Record<string, string>> = {}): Row => ({
  id,
  what: `${text} becomes ${JSON.stringify(value)}`,
  global: on(text),
  env,
  config: { tui: { text: value } },
});

/** A text of the global layer that is none of the forms there are: an error, and nothing runs, not even elsewhere. */
const unsupported = (id: string, text: string, env: Readonly<Record<string, string>> = {}): Row => ({
  id,
  what: `${text} is not supported`,
  global: on(text, { defaults: { full: TOUCH } }),
  env,
  said: [`global error substitution/syntax ${text}`],
  config: undefined,
});

/** A command that fails when the configuration is loaded, and looks right before. */
const fails = (id: string, text: string, more: Partial<Row> = {}): Row => ({
  id,
  what: `${text} fails`,
  global: on(text),
  said: [`global error substitution/failed ${text}`],
  linted: [],
  config: undefined,
  ...more,
});

const defaultRuns = (text: string): string => `global warning substitution/fallback-is-a-command ${text}`;

/** `${PORT:-8080}` and its like. */
const runsDefault = (text: string): Row =>
  fails("B12", text, {
    said: [`global error substitution/failed ${text}`, defaultRuns(text)],
    linted: [defaultRuns(text)],
  });

const inProject = (text: string): string => `project error substitution/in-project ${text}`;
/** A command, a variable and a command in backticks where a command stands already. */
const NESTED = ["${X:-$(touch M)}", "${X:-$Y}", "${X:-`touch M`}"] as const;

const disabled = (text: string): string => `global warning substitution/disabled ${text}`;

const custom = (more: JsonObject): JsonObject => ({ kind: { type: "custom_alpha_compatible" }, ...more });

/** The text in every place of a configuration that takes a text; where a URL belongs, `url` says how. */
const everywhere = (text: string, url: (host: string) => string): JsonObject => ({
  defaults: { full: text, mini: text, nano: text },
  providers: {
    p: {
      kind: { type: "catalog", name: text },
      url: url("p.test"),
      auth: { type: "static_key", key: text },
      headers: { "X-A": text },
    },
    q: { kind: { type: "catalog", name: text }, auth: { type: "delta_device", profile: text } },
    [text]: { kind: { type: "catalog", name: text } },
  },
  models: {
    [text]: { context_window: 1000 },
    m: {
      provider_name: text,
      stop_sequences: [text],
      provider: text,
      reasoning: { type: "effort", effort_set: text, can_disable: true, levels: [text], default_level: text },
      edit_format: text,
      request_option_defaults: { tier: text },
      inherits: text,
    },
  },
  active_session: { default_facet: text, default_exec_facet: text },
  agent_behavior: { shell: { command: "bash", init_script: text } },
  permissions: { secret_words: [text], secret_files: [text] },
  notifications: { trigger_types: [text] },
  default_permission_matcher: "autonomous",
  autonomous_permission_matcher: { classifier_model: text, classifier_rules: text },
  plugins: { a: { deep: [{ deeper: text }] }, b: text },
  mcp_servers: {
    local: { transport: "stdio", command: text, args: [text], env: { A: text } },
    remote: {
      transport: "http",
      url: url("remote.test"),
      auth: { type: "authorization-header", value: text },
      headers: { "X-A": text },
    },
    oauth: {
      transport: "http",
      url: url("oauth.test"),
      auth: {
        type: "oauth",
        scopes: [text],
        registration: { type: "pre-registered", client_id: text, client_secret: text },
        redirect: { type: "fixed", uri: url("redirect.test") },
      },
    },
  },
  daemon: {
    web: { http_proxy: url("proxy.test"), https_proxy: url("proxy.test") },
    tls: { trust_store: text },
    system_reminders: { disabled: [text] },
  },
  integrations: {
    search: { providers: { search_a: { enabled: true, key: text }, search_b: { enabled: true, key: text } } },
  },
  facets: { f: { source: text }, [text]: { source: text } },
  subagents: { s: { source: text } },
  tui: { "theme-file": text, more: [text] },
});

/** How many of the values hold a text. */
const times = (value: unknown, text: string): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum: number, child) => sum + times(child, text), 0)
    : Number(String(value).includes(text));

const saidOfEvery = (text: string, project: JsonObject): readonly string[] =>
  Array<string>(times(project, text)).fill(inProject(text));

/** A project that is in order but for a text that does not run, in every place: all of it is in effect as it stands. */
function inEveryText(text: string): Pick<Row, "project" | "files" | "said" | "about" | "config"> {
  const project = everywhere(text, (host) => `https://${host}/${text}`);
  return {
    project,
    // The file of certificates has this name.
    files: { [text]: rootCertificates[0] ?? "" },
    said: saidOfEvery(text, project),
    // All but that `trigger_types` has no effect, whatever it holds.
    about: /^(?!effect\/reserved$|trust\/)/,
    config: project,
  };
}

/** The same without a thought for what belongs in a place. Some of it is left out by its rules, and nothing runs for that. */
function inEveryTextAlone(text: string): Pick<Row, "project" | "said" | "about" | "config"> {
  const project = everywhere(text, () => text);
  return {
    project,
    said: saidOfEvery(text, project),
    about: /^substitution\//,
    config: { plugins: project["plugins"] ?? null, permissions: project["permissions"] ?? null },
  };
}

const NAMED_HEADER: JsonObject = { providers: { p: custom({ url: "https://p.test", headers: { [TOUCH]: "v" } }) } };
const NAMED_VARIABLE: JsonObject = {
  mcp_servers: { s: { transport: "stdio", command: "c", env: { [TOUCH]: "v" } } },
};
const NAMED_ENTRIES: JsonObject = {
  providers: { [TOUCH]: custom({ url: "https://p.test" }) },
  plugins: { [TOUCH]: { [TOUCH]: 1 } },
};

export const rows: readonly Row[] = [
  {
    id: "B01",
    what: "a command in every text of a project",
    global: { config_command_substitution: true },
    ...inEveryText("$(>M)"),
  },
  {
    id: "B01",
    what: "nothing but a command in every text of a project",
    global: { config_command_substitution: true },
    ...inEveryTextAlone(TOUCH),
  },
  {
    id: "B03",
    what: "a fallback in every text of a project",
    global: { config_command_substitution: true },
    ...inEveryText("${X:->M}"),
  },
  {
    id: "B03",
    what: "nothing but a fallback in every text of a project",
    global: { config_command_substitution: true },
    ...inEveryTextAlone("${X:-touch M}"),
  },
  {
    id: "B03",
    what: "a fallback of a project whose variable is set",
    global: { config_command_substitution: true },
    project: { tui: { text: "${X:-touch M}" } },
    env: { X: "CANARY" },
    said: [inProject("${X:-touch M}")],
    config: { tui: { text: "${X:-touch M}" } },
  },
  {
    id: "B01",
    what: "a project that repeats a command of the global layer gets none of its result",
    global: on("$(echo hi)"),
    project: { tui: { theirs: "$(echo hi)" } },
    said: [inProject("$(echo hi)")],
    config: { tui: { text: "hi", theirs: "$(echo hi)" } },
  },
  {
    id: "B01",
    what: "a model of a project, named so that its path reads like that of an option",
    global: { config_command_substitution: true, models: { g: { class: "full", context_window: 1000 } } },
    project: {
      models: {
        x: { context_window: 1000, request_option_defaults: { class: TOUCH } },
        "x\0request_option_defaults": { inherits: "g" },
        y: { inherits: "x" },
      },
    },
    said: [inProject(TOUCH)],
    config: { models: { y: { request_option_defaults: { class: TOUCH } } } },
  },
  {
    id: "B02",
    what: "a command as the name of a header of a project",
    global: { config_command_substitution: true },
    project: NAMED_HEADER,
    said: [`project error provider/header-name ${TOUCH}`],
    config: { providers: { p: { url: "https://p.test" } } },
  },
  {
    id: "B02",
    what: "a command as the name of a variable of a project",
    global: { config_command_substitution: true },
    project: NAMED_VARIABLE,
    said: [`project error schema/format ${TOUCH}`],
    config: { mcp_servers: { s: { command: "c", env: {} } } },
  },
  {
    id: "B02",
    what: "a command as the name of an entry of a project",
    global: { config_command_substitution: true },
    project: NAMED_ENTRIES,
    config: NAMED_ENTRIES,
  },
  {
    id: "B02",
    what: "a command as the name of a header of the global layer",
    global: { config_command_substitution: true, ...NAMED_HEADER },
    said: [`global error provider/header-name ${TOUCH}`],
    config: undefined,
  },
  {
    id: "B02",
    what: "a command as the name of a variable of the global layer",
    global: { config_command_substitution: true, ...NAMED_VARIABLE },
    said: [`global error schema/format ${TOUCH}`],
    config: undefined,
  },
  {
    id: "B02",
    what: "a command as the name of an entry of the global layer",
    global: { config_command_substitution: true, ...NAMED_ENTRIES },
    config: NAMED_ENTRIES,
  },
  ...[{}, { config_command_substitution: false }, { config_command_substitution: null }].map(
    (how): Row => ({
      id: "B04",
      what: `commands while the switch is ${JSON.stringify(how)}`,
      global: { ...how, tui: { a: TOUCH, b: "${X:-touch M}" } },
      said: [disabled(TOUCH), disabled("${X:-touch M}")],
      config: { tui: { a: TOUCH, b: "${X:-touch M}" } },
    }),
  ),
  {
    id: "B04",
    what: "commands around commands while the switch is off",
    global: { plugins: { p: { a: NESTED[0] } }, tui: { b: NESTED[1], c: NESTED[2] } },
    said: NESTED.map(disabled),
    config: { plugins: { p: { a: NESTED[0] } }, tui: { b: NESTED[1], c: NESTED[2] } },
  },
  becomes("B07", "$(printf '%s' '$(touch M)')", TOUCH),
  becomes("B07", "$(printf '%s' '${X:-touch M}')", "${X:-touch M}"),
  becomes("B07", "$(printf '%s' '$')$(printf '%s' '(touch M)')", TOUCH),
  becomes("B07", "$(printf '%s' '${SECRET}')", "${SECRET}", { SECRET: "CANARY" }),
  becomes("B09", "${VAR}", "${SECRET}", { VAR: "${SECRET}", SECRET: "CANARY" }),
  becomes("B09", "${VAR:-echo d}", "`touch M`", { VAR: "`touch M`" }),
  becomes("B09", "${VAR}", TOUCH, { VAR: TOUCH }),
  becomes("B09", "${A}${B}", "${SECRET}", { A: "${SEC", B: "RET}", SECRET: "CANARY" }),
  ...["${X;touch M}", "${X:-}", "${!X}", "${X//a/b}", "${#X}", "${}", "${1}"].flatMap((text) => [
    unsupported("B10", text),
    unsupported("B10", text, { X: "set" }),
  ]),
  ...["${PORT:-8080}", "${URL:-https://x.test}", "${H:-localhost}"].map(runsDefault),
  becomes("B13", '$(echo ")")', ")"),
  becomes("B13", "$(echo ')')", ")"),
  becomes("B13", "$(echo \\))", ")"),
  becomes("B13", "$(echo \"a $(echo ')') b\")", "a ) b"),
  becomes("B14", "$(echo $(echo hi))", "hi"),
  becomes("B14", "a$(echo b)c$(echo d)e", "abcde"),
  becomes("B15", "$(echo '$HOME')", "$HOME"),
  fails("B21", "$(echo sk-CANARY; exit 7)", { unseen: ["CANARY"] }),
  fails("B21", "$(printf sk-; printf CANARY; kill -9 $$)", { unseen: ["CANARY"] }),
  fails("B21", "$(printf sk-CANARY; no-such-command)", { unseen: ["CANARY"] }),
  fails("B23", "$(printf 'a\\000b')"),
  fails("B23", "$(printf '\\377\\376')"),
  becomes("B24", "[$(printf ' a \\n\\n')]", "[ a ]"),
  becomes("B24", "[$(printf 'a\\r')]", "[a\r]"),
  becomes("B24", "[$(printf 'a\\r\\n')]", "[a\r]"),
  {
    id: "B24",
    what: "a static key is trimmed after the command",
    global: {
      config_command_substitution: true,
      providers: {
        p: custom({
          url: "$(printf 'https://u.test\\n\\n')",
          auth: { type: "static_key", key: "\t$(printf ' a b \\n\\n')\n" },
          headers: { "X-A": "$(printf ' h \\n')" },
        }),
      },
    },
    config: {
      providers: { p: { url: "https://u.test", auth: { type: "static_key", key: "a b" }, headers: { "X-A": " h " } } },
    },
  },
  becomes("B25", "[$(cat)]", "[]"),
  ...["`touch M`", "$VAR", "$'x'", "`touch M`$VAR$'x'"].map((text) => becomes("B27", text, text, { VAR: "CANARY" })),
  ...["$((1+1))", "${VAR-x}", "${VAR:=x}", "${VAR:?x}", "${VAR:+x}", "${VAR@P}"].map((text) =>
    unsupported("B27", text, { VAR: "set" }),
  ),
  becomes("B28", "$$(touch M)", TOUCH),
  becomes("B28", "$${HOME}", "${HOME}"),
  becomes("B28", "$${X:-touch M}", "${X:-touch M}"),
  ...["pa$$word@", "$", "US$5", "a$", "$$", "$ (touch M)"].map((text) => becomes("B28", text, text)),
  ...["$(echo true)", TOUCH, "true", 1].map(
    (how): Row => ({
      id: "B30",
      what: `the switch as ${JSON.stringify(how)}`,
      global: { config_command_substitution: how, tui: { text: TOUCH } },
      // A misspelt switch is not reported again at every command that it leaves off.
      said: [`global error schema/wrong-type ${how}`],
      config: undefined,
    }),
  ),
  fails("B32", "$(-n x)"),
  fails("B32", "$(-c 'touch M')"),
  ...["plugins", "autonomous_permission_matcher"].map(
    (key): Row => ({
      id: "B34",
      what: `prose in ${key}`,
      global: {
        config_command_substitution: true,
        default_permission_matcher: "autonomous",
        [key]: { classifier_rules: "deny before $(echo noon)" },
      },
      said: ["global warning substitution/runs-in-prose $(echo noon)"],
      config: { [key]: { classifier_rules: "deny before noon" } },
    }),
  ),
  {
    id: "B35",
    what: "variables that a project gives to a server are not those of a command",
    global: on('$(printf \'%s,%s,%s\' "$BASH_ENV" "$ENV" "$OWN")'),
    project: {
      mcp_servers: { x: { transport: "stdio", command: "c", env: { BASH_ENV: "./evil", ENV: "./evil", OWN: "evil" } } },
    },
    env: { OWN: "mine" },
    files: { "~/.config/agent/evil": "touch M\n", evil: "touch M\n" },
    said: ["project warning mcp/loader-environment BASH_ENV", "project warning mcp/loader-environment ENV"],
    config: {
      tui: { text: ",,mine" },
      mcp_servers: { x: { env: { BASH_ENV: "./evil", ENV: "./evil", OWN: "evil" } } },
    },
  },
  {
    id: "B36",
    what: "no .env is read",
    global: { tui: { text: "${CANARY_NAME}" } },
    files: Object.fromEntries(
      ["~/.env", "~/.config/agent/.env", ".env", ".agent/.env"].map((name) => [name, "CANARY_NAME=x\n"]),
    ),
    said: ["global error substitution/unset-variable ${CANARY_NAME}"],
    linted: [],
    config: undefined,
  },
];
