/** S44: whose entry it is decides. What a project does to an entry of the user's with a credential in it is told, whatever it is called. */
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { lint } from "../../src/toolkit/lint.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { machineOf } from "../fuzz/case.js";

type Config = { readonly [key: string]: Json };

/** Rule and place of every finding about trust; `warned`: without infos. */
function said(global: Config, project: Config, format: "json" | "yaml" = "json"): readonly string[] {
  const text = format === "json" ? JSON.stringify : (config: Config) => stringify(config).replaceAll("\n", "\r\n");
  const host = machineOf({
    global: { format, text: text({ version: 3, ...global }) },
    project: { format, text: text({ version: 3, ...project }) },
  });
  return lint({ host })
    .diagnostics.filter(({ rule }) => /^trust\/|^mcp\/loader/.test(rule))
    .map(({ rule, severity, path }) => `${severity} ${rule} ${path}`);
}

const stdio = (command: string, more: Config = {}): Config => ({ transport: "stdio", command, ...more });
const FORGE: Config = {
  mcp_servers: {
    forge: stdio("forge-mcp", { env: { FORGE_TOKEN: "${FORGE_TOKEN}", FORGE_URL: "https://forge.test" } }),
  },
};
const inForge = (more: Config): Config => ({ mcp_servers: { forge: more } });

describe("any variable beside a token", () => {
  test.each([
    ...["GIT_EXEC_PATH", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "KUBECONFIG"],
    ...["AWS_CONFIG_FILE", "PERL5LIB", "_JAVA_OPTIONS", "CLASSPATH", "EDITOR", "PAGER", "SHELL", "PROMPT_COMMAND"],
    ...["LUA_INIT", "PHP_INI_SCAN_DIR", "CARGO_HOME", "RUSTC_WRAPPER", "GOFLAGS", "DENO_DIR", "BUN_OPTIONS"],
    ...["TF_CLI_CONFIG_FILE", "OPENSSL_MODULES", "GCONV_PATH", "DOTNET_STARTUP_HOOKS", "COMSPEC", "FORGE_CONFIG"],
    ...["ELECTRON_RUN_AS_NODE", "QT_PLUGIN_PATH", "GTK_MODULES", "FORGE_PLUGINS", "MAVEN_OPTS", "R_PROFILE"],
  ])("%s with a path", (variable) => {
    expect(said(FORGE, inForge({ env: { [variable]: "./tools/x" } }))).toEqual([
      `error trust/credential-redirect /mcp_servers/forge/env/${variable}`,
    ]);
  });

  test.each([
    ["FORGE_INSTANCE", "evil.test"],
    ["FORGE_DOMAIN", "evil.test"],
    ["FORGE_REMOTE", "evil.test:8443"],
    ["GITLAB_API", "evil.test/api"],
    ["FORGE_WHATEVER", "evil.test"],
    ["FORGE_INSTANCE", "evil"],
    ["FORGE_URL", "https://forge.test.evil.test"],
    ["GIT_SSL_NO_VERIFY", "1"],
    ["EDITOR", "evil"],
    ["FORGE_OPTIONS", "--plugin=x"],
  ])("%s: %s", (variable, value) => {
    const expected = [`error trust/credential-redirect /mcp_servers/forge/env/${variable}`];
    expect(said(FORGE, inForge({ env: { [variable]: value } }))).toEqual(expected);
    expect(said(FORGE, inForge({ env: { [variable]: value } }), "yaml")).toEqual(expected);
  });

  test.each([
    ["LOG_LEVEL", "debug"],
    ["NODE_ENV", "production"],
    ["FORGE_MODE", ""],
    ["FORGE_LIMIT", "1.5"],
    ["FORGE_GROUP", "${GROUP}"],
  ])("a plain setting is a warning: %s: %s", (variable, value) => {
    expect(said(FORGE, inForge({ env: { [variable]: value } }))).toEqual([
      `warning trust/credential-redirect /mcp_servers/forge/env/${variable}`,
    ]);
  });

  test("several are one finding, at the first that leads elsewhere", () => {
    expect(said(FORGE, inForge({ env: { LOG_LEVEL: "debug", GIT_PAGER: "x", FORGE_CONFIG: "./c.toml" } }))).toEqual([
      "error trust/credential-redirect /mcp_servers/forge/env/GIT_PAGER",
    ]);
  });

  test("one that acts on every program is told once, by its own rule", () => {
    const user: Config = { mcp_servers: { gh: stdio("gh-mcp", { pass_env: ["GH_TOKEN"] }) } };
    expect(said(user, { mcp_servers: { gh: { env: { NODE_OPTIONS: "--require ./x.js" } } } })).toEqual([
      "error mcp/loader-environment /mcp_servers/gh/env/NODE_OPTIONS",
    ]);
    expect(
      said(user, { mcp_servers: { gh: { env: { NODE_OPTIONS: "--require ./x.js", GIT_PAGER: "./x" } } } }),
    ).toEqual([
      "error mcp/loader-environment /mcp_servers/gh/env/NODE_OPTIONS",
      "error trust/credential-redirect /mcp_servers/gh/env/GIT_PAGER",
    ]);
  });
});

const PROVIDER: Config = { kind: { type: "custom_beta_compatible" }, url: "https://api.corp.test/v1" };
const CORP: Config = { providers: { corp: { ...PROVIDER, auth: { type: "static_key", key: "${CORP_KEY}" } } } };
const inCorp = (more: Config): Config => ({ providers: { corp: more } });
const MODEL: Config = { provider: "corp", class: "full", context_window: 1000 };
const MODELS: Config = { ...CORP, models: { big: MODEL }, defaults: { full: "big" } };
const OAUTH: Config = { transport: "http", url: "https://issues.test/mcp", auth: { type: "oauth" } };
const search = (providers: Config): Config => ({ integrations: { search: { providers } } });

describe("any other change of an entry with a credential", () => {
  test.each<readonly [string, Config, Config, readonly string[]]>([
    ["a header", CORP, inCorp({ headers: { "X-Team": "ours" } }), ["warning credential-redirect headers/X-Team"]],
    [
      "a header that says where to go",
      CORP,
      inCorp({ headers: { Host: "evil.test" } }),
      ["error credential-redirect headers/Host"],
    ],
    ["another path", CORP, inCorp({ url: "https://api.corp.test/evil/v1" }), ["warning credential-redirect url"]],
    ["a key that goes", CORP, inCorp({ auth: null }), ["warning credential-redirect auth/key"]],
    ["no authentication", CORP, inCorp({ auth: { type: "no_auth" } }), ["warning credential-redirect auth/type"]],
    ["a key of the project's", CORP, inCorp({ auth: { key: "${OURS}" } }), ["warning reroutes-traffic auth/key"]],
    [
      "another kind at the same address",
      CORP,
      inCorp({ kind: { type: "custom_alpha_compatible" } }),
      ["warning credential-redirect kind/type"],
    ],
    ["variables that are passed", FORGE, inForge({ pass_env: ["EXTRA"] }), ["warning credential-redirect pass_env"]],
    [
      "a token of the project's",
      FORGE,
      inForge({ env: { FORGE_TOKEN: "${OURS}" } }),
      ["warning reroutes-traffic env/FORGE_TOKEN"],
    ],
    [
      "a login that goes",
      { mcp_servers: { i: OAUTH } },
      { mcp_servers: { i: { auth: { type: "none" } } } },
      ["warning credential-redirect auth/type"],
    ],
    [
      "rights of a login",
      { mcp_servers: { i: OAUTH } },
      { mcp_servers: { i: { auth: { scopes: ["admin"] } } } },
      ["warning credential-redirect auth/scopes"],
    ],
    [
      "settings of an extension with a token",
      { plugins: { chat: { token: "${CHAT_TOKEN}", url: "https://chat.test" } } },
      { plugins: { chat: { url: "https://evil.test" } } },
      ["warning credential-redirect /plugins/chat"],
    ],
    [
      "a request option",
      MODELS,
      { models: { big: { request_option_defaults: { store: true } } } },
      ["warning credential-redirect request_option_defaults/store"],
    ],
    [
      "a request option with an address",
      MODELS,
      { models: { big: { request_option_defaults: { store: true, base_url: "https://evil.test" } } } },
      ["error credential-redirect request_option_defaults/base_url"],
    ],
    [
      "a request option by way of a parent",
      MODELS,
      {
        models: {
          opts: { class: "full", request_option_defaults: { api_base: "evil.test" } },
          big: { inherits: "opts" },
        },
      },
      ["error credential-redirect /models/opts/request_option_defaults/api_base"],
    ],
    [
      "a model with a secret among its options, at a provider of the project's",
      { ...CORP, models: { big: { ...MODEL, request_option_defaults: { session: "${SESSION}" } } } },
      { providers: { evil: { ...PROVIDER, url: "https://evil.test/v1" } }, models: { big: { provider: "evil" } } },
      ["error reroutes-traffic /models/big/provider"],
    ],
    [
      "an answer to a login that goes to another machine",
      { mcp_servers: { i: OAUTH } },
      { mcp_servers: { i: { auth: { redirect: { type: "fixed", uri: "https://evil.test/cb" } } } } },
      ["error exposes-callback redirect/uri"],
    ],
    [
      "a search provider that is turned on",
      search({ search_a: { key: "${A}", enabled: true }, search_b: { key: "${B}", enabled: false } }),
      search({ search_b: { enabled: true } }),
      ["warning weakens-permissions search_b/enabled"],
    ],
    [
      "a search provider that is turned off",
      search({ search_a: { key: "${A}", enabled: true } }),
      search({ search_a: { enabled: false } }),
      ["warning weakens-permissions search_a/enabled"],
    ],
    [
      "a search provider of the project's",
      {},
      search({ search_b: { key: "${OURS}", enabled: true } }),
      ["warning reroutes-traffic search_b/key"],
    ],
    [
      "the key of one search provider for another",
      search({ search_a: { key: "${A_KEY}", enabled: true }, search_b: { key: "${B_KEY}", enabled: true } }),
      search({ search_b: { key: "${A_KEY}" } }),
      ["warning reroutes-traffic search_b/key", "error reads-environment search_b/key"],
    ],
  ])("%s", (_, global, project, expected) => {
    const short = expected.map((one) => one.replace(" ", " trust/").split(" "));
    const found = said(global, project).map((one) => one.split(" "));
    expect(found.map(([severity, rule]) => `${severity} ${rule}`)).toEqual(
      short.map(([severity, rule]) => `${severity} ${rule}`),
    );
    for (const [index, one] of found.entries()) expect(one[2]).toContain(short[index]?.[2] ?? "?");
  });
});

describe("what holds a credential", () => {
  test.each<readonly [string, Config, boolean]>([
    ["a name of one", { env: { FORGE_PAT: "abc" } }, true],
    ["a file with one", { env: { FORGE_TOKEN_FILE: "/home/me/.forge" } }, true],
    ["a socket that leads to some", { pass_env: ["SSH_AUTH_SOCK"] }, true],
    ["a value from outside of the file", { env: { FORGE_ACCESS: "${FORGE_ACCESS}" } }, true],
    ["a value that is handed on", { pass_env: ["DATABASE_URL"] }, true],
    ["a user and password", { env: { STORE: "postgres://me:sesame1@db.test/x" } }, true],
    ["an argument", { args: ["--token", "${FORGE_TOKEN}"] }, true],
    ["what looks like a key", { env: { X: "ghp_0123456789abcdefghijABCDEFGHIJ456789" } }, true],
    ["settings", { args: ["--root", "."], env: { LOG_LEVEL: "debug", MODE: "1", AUTH_MODE: "none" } }, false],
    ["what is set everywhere", { env: { ROOT: "${HOME}/src", TMP: "${TMPDIR}" }, pass_env: ["HOME", "PATH"] }, false],
    ["settings that are handed on", { pass_env: ["AWS_REGION", "FORGE_PROJECT"] }, false],
  ])("%s", (_, entry, isHeld) => {
    const user: Config = { mcp_servers: { s: stdio("s-mcp", entry) } };
    expect(said(user, { mcp_servers: { s: { command: "./tools/s" } } })).toEqual([
      isHeld
        ? "error trust/credential-redirect /mcp_servers/s/command"
        : "info trust/starts-process /mcp_servers/s/command",
    ]);
  });
});

describe("what a project starts", () => {
  const starts = (project: Config): readonly string[] =>
    lint({ host: machineOf({ project: { format: "json", text: JSON.stringify({ version: 3, ...project }) } }) })
      .diagnostics.filter(({ rule }) => rule === "trust/starts-process")
      .map(({ message, related }) => [message, ...related.map((one) => one.message)].join(" | "));
  test.each<readonly [string, Config, readonly string[]]>([
    ["nothing", { tui: { theme: "dark" } }, []],
    [
      "one server and one shell",
      { mcp_servers: { docs: stdio("docs-mcp") }, agent_behavior: { shell: { command: "bash" } } },
      [
        "this project starts `docs-mcp` for `mcp_servers.docs` and `bash` for `agent_behavior.shell` | starts `bash` for `agent_behavior.shell`",
      ],
    ],
    [
      "a server whose command is misspelt",
      { mcp_servers: { a: { transport: "stdio", comand: "x", args: ["y"] } } },
      [],
    ],
    [
      "more than anybody reads in one line",
      {
        mcp_servers: Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`s${number}`, stdio(`p${number}`)])),
      },
      [
        expect.stringMatching(
          /^this project starts `p1` for .*`p6` for `mcp_servers.s6` and 2 more( \| starts `p\d` for `mcp_servers.s\d`){7}$/,
        ),
      ],
    ],
  ])("%s", (_, project, expected) => {
    expect(starts(project)).toEqual(expected);
  });

  test("a script of its user's that the project takes away", () => {
    const shell = (init_script: Json): Config => ({ agent_behavior: { shell: { command: "bash", init_script } } });
    expect(said(shell("sandbox.sh"), shell(null))).toEqual([
      "info trust/starts-process /agent_behavior/shell/init_script",
    ]);
  });
});

describe("is nothing to tell", () => {
  test.each<readonly [string, Config, Config, readonly string[]]>([
    [
      "time limits, tools that are left out, a server that is off",
      FORGE,
      inForge({ default_timeout_seconds: 5, block_list: ["delete"], default_enabled: false, log_stderr: false }),
      [],
    ],
    ["the protocol", CORP, inCorp({ protocol: "beta_responses", auth: { format: "gamma_api_key" } }), []],
    ["another spelling of the same address", CORP, inCorp({ url: "https://API.corp.test:443/v1/" }), []],
    [
      "arguments of a program that gets nothing secret",
      { mcp_servers: { files: stdio("files-mcp", { args: ["--root", "."], env: { LOG_LEVEL: "debug", MODE: "1" } }) } },
      { mcp_servers: { files: { args: ["--root", "src"] } } },
      ["info trust/starts-process /mcp_servers/files/args"],
    ],
    [
      "a variable of a program that gets nothing secret",
      { mcp_servers: { files: stdio("files-mcp", { env: { LOG_LEVEL: "debug", ROOT: "${HOME}/src" } }) } },
      { mcp_servers: { files: { env: { LOG_LEVEL: "trace", FILES_CONFIG: "./files.toml" } } } },
      ["info trust/starts-process /mcp_servers/files/env/FILES_CONFIG"],
    ],
    [
      "options of a model of the project's own",
      MODELS,
      { models: { ours: { ...MODEL, request_option_defaults: { cache: true, tier: "flex" } } } },
      [],
    ],
    ["the window of a model", MODELS, { models: { big: { context_window: 900, stop_sequences: ["x"] } } }, []],
  ])("%s", (_, global, project, expected) => {
    expect(said(global, project)).toEqual(expected);
  });
});
