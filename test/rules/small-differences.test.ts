/** Examples that would be too many for the documentation: each differs from its neighbour in what decides. */
import { expect, test } from "vitest";
import type { Example } from "./example.js";
import { exampleTexts } from "./example.js";
import { lintExample } from "./lint-example.js";

/** The findings of one rule are marked, as in the documentation; those of other rules are ignored. */
async function expectMarked(rule: string, example: Example): Promise<void> {
  const marked = exampleTexts(example).flatMap(({ scope, text, marks }) =>
    marks.map(({ start, end }) => `${scope}: ${text.slice(start, end)} at ${start}`),
  );
  const texts = new Map(exampleTexts(example).map(({ scope, text }) => [scope, text]));
  const found = (await lintExample(example, rule))
    .filter((diagnostic) => diagnostic.rule === rule)
    .map(({ layer, range: { start, end } }) => {
      const excerpt = texts.get(layer)?.slice(start.offset, end.offset);
      return `${layer}: ${excerpt} at ${start.offset}`;
    });
  expect(found.sort()).toEqual(marked.sort());
}

const server = (rest: string, name = "docs"): string =>
  `mcp_servers: { ${name}: { transport: http, url: https://docs.example.net, ${rest} } }`;
const local = (rest: string): string => `mcp_servers: { files: { transport: stdio, command: files-mcp, ${rest} } }`;
const keyed = (url: string, key: string): string =>
  `providers: { den: { kind: { type: custom_beta_responses }, url: "${url}", auth: { type: static_key, key: ${key} } } }`;

const literal: readonly (readonly [what: string, example: Example])[] = [
  ["nothing but white space", keyed("https://den.example", '"  "')],
  ["nothing", keyed("https://den.example", '""')],
  ["a short key of this machine", keyed("http://127.0.0.1:8080", "a123456789012345678")],
  ["a longer one", keyed("http://127.0.0.1:8080", "«a1234567890123456789»")],
  ["a short key of well-known shape", keyed("http://127.0.0.1:8080", "«sk-0123456789abcdef»")],
  ["one that is a word as well", keyed("http://127.0.0.1:8080", "«sk-abcdefghijklmnop»")],
  ["a short key of another machine", keyed("http://den.example", "«word»")],
  ["a short key of nobody knows whom", keyed("${DEN_URL}", "«word»")],
  [
    "a key for a server of this machine",
    "mcp_servers: { docs: { transport: http, url: http://127.0.0.1, auth: { type: authorization-header, value: «word» } } }",
  ],
  ["inside of lists and mappings", 'plugins: { chat: [[{ to: { hook: "https://chat.example/?token=«abc1»" } }]] }'],
  ["what has another type there", 'daemon: { max_tool_turns: "sk-0123456789abcdefgh" }'],
  ["arguments of a server", local("args: [--api-token=correct-horse1]")],
  ["arguments of something else", 'telemetry: { exporter: { args: ["https://x.example/?token=«abc1»"] } }'],
  ["words that are to be redacted", "permissions: { secret_words: [sk-0123456789abcdefgh] }"],
  ["a server that is called like them", server("headers: { Authorization: «word» }", "secret_words")],
  ["files that are", 'permissions: { secret_files: ["https://x.example/?token=«abc1»"] }'],
  ["a password that a shell would put in", local("env: { DB: 'postgres://app:$DB_PASSWORD@db.example/app' }")],
  ["a password with a dollar in it", local("env: { DB: 'postgres://«app:$DB-word1»@db.example/app' }")],
  ["a parameter that a shell would put in", local("env: { HOOK: 'https://x.example/?token=$HOOK_TOKEN' }")],
  ["a parameter beside a reference", local('env: { HOOK: "https://x.example/?token=«abc1»&user=${ME}" }')],
  ["a password for this machine", local('env: { DB: "postgres://app:secret1@[::1]:5432/app" }')],
  ["a password for no machine", local('env: { DB: "postgres://«app:secret1»@[none/app" }')],
  [
    "a password in a URL, which is none",
    'mcp_servers: { a: { transport: http, url: "https://me:secret1@a.example" } }',
  ],
  [
    "a password in a redirect address",
    server('auth: { type: oauth, redirect: { type: fixed, uri: "https://me:secret1@docs.example.net/cb" } }'),
  ],
];

test.each(literal)("secret/literal: %s", (_, example) => expectMarked("secret/literal", example));

test.each([
  ["ISSUES_TOKEN", "${ISSUES_TOKEN}"],
  ["issues-token", "${NAME}"],
  ["1_TOKEN", "${NAME}"],
  ["ISSUES.TOKEN", "${NAME}"],
])("secret/literal: the variable for %s", async (variable, reference) => {
  const [{ help = "" } = {}] = await lintExample(local(`env: { ${variable}: correct-horse }`), "secret/literal");
  expect(help).toContain(`write \`${reference}\` `);
});

const args: readonly (readonly [what: string, items: string])[] = [
  ["a key that may be anything", "--key, abc1"],
  ["the same in one", "--key=correct-horse"],
  ["a key of something", "--api-key, «abc1»"],
  ["a number", "--api-key, 5"],
  ["what is no text before it", "5, abc1"],
  ["a list", "[--api-key, abc1]"],
  ["a file of credentials", '"--as", "${GOOGLE_CREDENTIALS}"'],
  ["a token for credentials", '"--as", "«${CREDENTIALS_TOKEN}»"'],
];

test.each(args)("secret/in-arguments: %s", (_, items) =>
  expectMarked("secret/in-arguments", local(`args: [${items}]`)),
);

test("secret/in-arguments: only what are arguments", () =>
  expectMarked("secret/in-arguments", local("pass_env: [--api-key, abc1]")));

test("secret/in-arguments: only of servers", () =>
  expectMarked("secret/in-arguments", "telemetry: { exporter: { args: [--api-key, abc1], words: [a] } }"));

test("secret/weak-word: only words", () =>
  expectMarked(
    "secret/weak-word",
    "permissions: { secret_words: [5, [abc], «abc»], secret_files: [abc] }\ntui: { secret_words: [abc] }",
  ));

const inert: readonly (readonly [rule: string, what: string, example: Example])[] = [
  ["effect/unused-classifier", "no tuning", "autonomous_permission_matcher: {}"],
  [
    "effect/unused-classifier",
    "a strategy that is a mistake",
    "default_permission_matcher: 5\nautonomous_permission_matcher: { classifier_rules: a }",
  ],
  [
    "effect/delay-without-retries",
    "one delay without retries",
    "daemon: { retry: { max_retries: 0, «base_delay_ms»: 90000 } }",
  ],
  ["effect/delay-above-cap", "a cap alone", "daemon: { retry: { max_computed_delay_ms: 999 } }"],
  ["effect/delay-above-cap", "a cap that is just high enough", "daemon: { retry: { max_computed_delay_ms: 1000 } }"],
  ["effect/delay-above-cap", "a delay that is just low enough", "daemon: { retry: { base_delay_ms: 60000 } }"],
  [
    "effect/delay-above-cap",
    "a delay that is a mistake",
    "daemon: { retry: { base_delay_ms: soon, max_computed_delay_ms: 5 } }",
  ],
  [
    "effect/delay-above-cap",
    "a cap that is a mistake",
    "daemon: { retry: { base_delay_ms: 90000, max_computed_delay_ms: soon } }",
  ],
  [
    "effect/directory-without-login",
    "a directory of a server whose `auth` is a mistake",
    server("auth: 5, auth_key_name: docs-team"),
  ],
  ["effect/directory-without-login", "a directory of a server without `auth`", server("«auth_key_name»: docs-team")],
  [
    "effect/directory-without-login",
    "a directory of a server that sends a value",
    server("auth: { type: none }, «auth_key_name»: docs-team"),
  ],
  [
    "effect/directory-without-login",
    "a directory of a server that the project starts itself",
    {
      global: server("auth: { type: oauth }, auth_key_name: docs-team"),
      project: "mcp_servers: { docs: { transport: stdio, command: docs-mcp } }",
    },
  ],
  [
    "effect/directory-without-login",
    "a directory of a server that the project does not log in to",
    {
      global: server("auth: { type: oauth }, auth_key_name: docs-team"),
      project: "mcp_servers: { docs: { auth: { type: none } } }",
    },
  ],
  [
    "effect/tool-setting-without-tools",
    "tool settings of models without tools, and of others",
    `models:
  scribe: { context_window: 1000, tool_loading: no_tools, «max_tool_batch_size»: 4, «forced_tool_choice_supported»: true }
  silent: { context_window: 1000, tool_loading: no_tools }
  clerk: { context_window: 1000, tool_loading: eager, max_tool_batch_size: 4 }
  smith: { context_window: 1000, max_tool_batch_size: 4 }
tui: { scribe: { tool_loading: no_tools, max_tool_batch_size: 4 } }
`,
  ],
  [
    "effect/tool-setting-without-tools",
    "tool settings of the catalog",
    {
      global: "models: { scribe: { enabled: true } }",
      catalog: "models: { scribe: { context_window: 1000, tool_loading: no_tools, max_tool_batch_size: 4 } }",
    },
  ],
  ["effect/search-never-enabled", "no search", "integrations: {}"],
  [
    "effect/search-never-enabled",
    "a search provider without a key",
    "integrations: { search: { providers: { search_a: {} } } }",
  ],
  [
    "effect/search-never-enabled",
    "one that is enabled by mistake",
    "integrations: { search: { providers: { search_a: { key: a, enabled: maybe } } } }",
  ],
  [
    "effect/budget-in-repository",
    "budgets of a project that is nowhere",
    { project: "daemon: { file_catalog: { max_files: 5 } }" },
  ],
];

test.each(inert)("%s: %s", (rule, _, example) => expectMarked(rule, example));

test("effect/budget-in-repository: budgets are named", async () => {
  const files = {
    ".git/": "",
    ".agent/config.yaml": "daemon: { file_catalog: { max_files: 5, max_duration_ms: 5000 } }",
  };
  expect(
    (await lintExample({ files }, "effect/budget-in-repository")).map(({ message, path }) => [path, message]),
  ).toEqual(
    ["max_files", "max_duration_ms"].map((key) => [
      `/daemon/file_catalog/${key}`,
      `\`daemon.file_catalog.${key}\` has no effect, because this project is a repository`,
    ]),
  );
});

const others: readonly (readonly [rule: string, what: string, example: Example])[] = [
  [
    "mcp/auth-key-collision",
    "directories that nobody knows yet",
    `mcp_servers:
  a: { transport: http, url: https://a.example, auth: { type: oauth }, auth_key_name: "\${A}" }
  b: { transport: http, url: https://b.example, auth: { type: oauth }, auth_key_name: "\${B}" }
`,
  ],
  ["mcp/loader-environment", "the name of a stage", local("env: { ENV: my-stage_2, env: '' }")],
  ["mcp/loader-environment", "a script", local("env: { «ENV»: ./x.sh, «env»: x.sh }")],
  ["mcp/loader-environment", "what nobody knows yet", local('env: { «ENV»: "${STAGE}" }')],
  ["mcp/loader-environment", "a plain word elsewhere", local("env: { «IFS»: bin }")],
  [
    "mcp/redirect-uri",
    "a command that does not run",
    server("auth: { type: oauth, redirect: { type: fixed, uri: $(uri) } }"),
  ],
  ["mcp/redirect-uri", "what looks like one", server("auth: { type: oauth, redirect: { type: fixed, uri: $uri } }")],
  ["mcp/redirect-uri", "no redirect", server("auth: { type: oauth }")],
  ["mcp/metadata-url", "no registration", server("auth: { type: oauth }")],
  ["path/absolute-home", "a home behind a link of the system", { project: local("args: [«/var/home/anna/x»]") }],
  ["path/absolute-home", "what nobody knows yet", { project: local('args: ["/home/anna/${TOOL}"]') }],
  ["path/absolute-home", "a command that does not run", { project: local("args: [«/home/anna/$(pick)»]") }],
  [
    "path/escapes-project",
    "a script that is said to be shipped",
    "agent_behavior: { shell: { command: bash, init_script: «agent://env.sh» } }",
  ],
];

test.each(others)("%s: %s", (rule, _, example) => expectMarked(rule, example));

test.each([
  ["proxy.corp.example", ["write `http://` before the host"]],
  ["proxy:3128", ["write `http://` before the host"]],
  ["0x7f.1", []],
  ["me:correct-horse1@proxy.corp.example", []],
  ["proxy.corp.example/path", []],
])("daemon/proxy-url: %s is mended by %j", async (proxy, titles) => {
  const example = `daemon: { web: { https_proxy: "${proxy}" } }`;
  const found = (await lintExample(example, "daemon/proxy-url")).filter(({ rule }) => rule === "daemon/proxy-url");
  expect(found.map(({ fixes }) => fixes.map(({ title }) => title))).toEqual([titles]);
});
