/** Files that are broken, enormous or written to do harm. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkImport } from "../../src/toolkit/check-import.js";
import { type ImportOptions, type ImportResult, importFrom } from "../../src/toolkit/import-from.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { slowCases } from "../cases.js";

const servers = (entries: Json, options: ImportOptions = {}): ImportResult =>
  importFrom(JSON.stringify({ mcpServers: entries }), { file: "x.json", ...options });

/** The configuration of an import that must have one. */
function configOf(result: ImportResult): Json {
  if (!result.ok) throw new Error(result.reason);
  return result.config as unknown as Json;
}

const messages = ({ remarks }: ImportResult): readonly string[] => remarks.map(({ message }) => message);

test.each([
  ["", "it is empty"],
  ["{}", "it is empty"],
  ["# nothing\n", "it is empty"],
  ["[1, 2]", "it cannot be read"],
  ["just words", "it cannot be read"],
  ['{ "mcpServers": { "a": ', "it cannot be read"],
  ['{ "mcpServers": {} }', /without a server, provider or model/],
  ['{ "mcpServers": [] }', /without a server, provider or model/],
  [
    '{ "name": "x", "scripts": {} }',
    /nothing in it tells which tool wrote it; files are known of Claude Code, .* Codex and LiteLLM/,
  ],
  ['{ "version": 3, "mcp_servers": {} }', /configuration of this agent already/],
  ["providers:\n  a: {}\n", /nothing in it tells which tool wrote it, although `providers` is a key of this agent/],
  ["providers:\n  a: { kind: { type: catalog, name: alpha } }\n", /configuration of this agent already/],
  ['[mcp_servers.x]\ncommand = "npx\n', /^it is no valid TOML in line 2: a quote is not closed$/],
  ['# mine\n\nmodel = "big"\n', /file of Codex without a server, provider or model/],
  ["[tool]\na = 1\n", /nothing in it tells/],
  ["\ufeff", "it is empty"],
  [Buffer.from([0xff, 0xfe, 0x00]), "it cannot be read"],
  ["a\0b", "it cannot be read"],
])("%j is refused", (text, reason) => {
  const result = importFrom(text);
  expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  if (!result.ok && result.reason === "it cannot be read") {
    expect(result.diagnostics.map(({ rule }) => rule)).toEqual([expect.stringMatching(/^syntax\//)]);
  }
});

describe("names", () => {
  test("are data", () => {
    const result = importFrom(
      '{ "mcpServers": { "constructor": { "command": "a" }, "__proto__": { "command": "b" } } }',
    );
    expect(configOf(result)).toEqual({
      version: 3,
      mcp_servers: { constructor: { transport: "stdio", command: "a" } },
    });
    expect(messages(result)).toEqual(["__proto__ cannot be a name, and is left out"]);
  });

  test("that cannot be shown are left out", () => {
    const result = servers({
      "\u001b[2J": { command: "a" },
      "x\u202ey": { command: "a" },
      "": { command: "a" },
      fine: { command: "a", env: { "B\nC": "1", D: "2" } },
    });
    expect(configOf(result)).toEqual({
      version: 3,
      mcp_servers: { fine: { transport: "stdio", command: "a", env: { D: "2" } } },
    });
    expect(messages(result)).toHaveLength(4);
    expect(messages(result).join()).not.toMatch(/\p{Cc}|\u202e/u);
  });

  test("that are keys with their values are not shown", () => {
    const result = servers({
      a: { url: "https://x.example", headers: { "X-Key: s3cretvalue": "" } },
      ghp_Zx81kQmT4vLr0aYw77: { command: "a" },
    });
    expect(JSON.stringify(result)).not.toMatch(/s3cretvalue|Zx81kQmT4/);
    expect(configOf(result)).toMatchObject({ mcp_servers: { a: { transport: "http" } } });
  });

  test("that are secrets and stand where a name belongs are not shown, wherever that is", () => {
    const key = "ghp_Zx81kQmT4vLr0aYw77Zx81kQmT4vLr0aYw77";
    const codex = [
      ...["[mcp_servers.a]", 'url = "https://x.example"', `bearer_token_env_var = "${key}"`],
      ...["[mcp_servers.a.env_http_headers]", `X-One = "${key}"`],
      ...["[mcp_servers.b]", 'command = "b"', `env_vars = ["FINE", "${key}"]`],
      ...["[model_providers.p]", 'base_url = "https://p.example/v1"', `env_key = "${key}"`],
    ];
    const litellm = `model_list: [{ model_name: m, litellm_params: { model: openai/m, api_key: os.environ/${key} } }]`;
    const json = `{ "mcpServers": { "a": { "command": "a", "env": { "TOKEN": "\${${key}}", "${key}": "1", "${key}": "2" } } } }`;
    for (const [text, file] of [
      [codex.join("\n"), ".codex/config.toml"],
      [litellm, "litellm_config.yaml"],
      [json, ".mcp.json"],
      [`{ "mcpServers": { "${key}": {}, "${key}": {} } }`, ".mcp.json"],
    ] as const)
      for (const as of ["global", "project"] as const) {
        expect(JSON.stringify(importFrom(text, { file, as }))).not.toContain("Zx81kQmT4");
        expect(JSON.stringify(checkImport(text, { file, as }))).not.toContain("Zx81kQmT4");
      }
    expect(configOf(importFrom(codex.join("\n"), { file: ".codex/config.toml" }))).toMatchObject({
      mcp_servers: { a: { transport: "http" }, b: { pass_env: ["HOME", "PATH", "LANG", "TMPDIR", "FINE"] } },
    });
    expect(configOf(importFrom(json, { file: ".mcp.json" }))).toMatchObject({
      mcp_servers: { a: { env: { TOKEN: "${TOKEN}" } } },
    });
  });

  test("that are written twice count once, and a check reports them", () => {
    const twice = '{ "mcpServers": { "a": { "command": "x" }, "a": { "command": "y" } } }';
    expect(checkImport(twice)).toMatchObject({
      diagnostics: [
        { rule: "trust/starts-process" },
        { rule: "syntax/duplicate-key", severity: "error", message: "the key `a` appears twice in one mapping" },
      ],
    });

    const text = '{ "mcpServers": { "a": { "command": "x" }, "a": { "command": "y" } } }';
    expect(messages(importFrom(text))).toEqual([
      "a is there twice; the first one is taken, while most tools take the last",
    ]);
  });
});

test("no value that looks generated is printed or written; the digest of an image and the commit of a repository stay", () => {
  const value = "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5zA7bC9dE1fG3hI5jKw";
  const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  const commit = digest.slice(0, 40);
  const result = servers({
    a: {
      command: "x",
      args: [`--id=${value}`, `ghcr.io/a/b@sha256:${digest}`, `git+https://git.example/a/b@${commit}`],
      env: { FOO: value, BAR: `/${value}`, ID: "5f8c0e2b-9a7d-4c1e-8f3b-6a0d9c2e7f14" },
    },
    b: { url: `https://x.example/${value}/mcp?sig=5f8c0e2b9a7d4c1e8f3b6a0d9c2e7f14`, headers: { "X-Session": value } },
  });
  expect(JSON.stringify(result)).not.toMatch(/aB3dE5fG7|5f8c0e2b/);
  expect(configOf(result)).toMatchObject({
    mcp_servers: {
      a: {
        args: ["--id=${A_TOKEN}", `ghcr.io/a/b@sha256:${digest}`, `git+https://git.example/a/b@${commit}`],
        env: { FOO: "${A_TOKEN}", BAR: "/${A_TOKEN}", ID: "${A_TOKEN_2}" },
      },
      b: { url: "https://x.example/${B_TOKEN}/mcp?sig=${B_SIG}", headers: { "X-Session": "${B_TOKEN}" } },
    },
  });
});

test.each([
  "/nix/store/0c3hjxyn5bd3a3b8rz1jfbk0jzs2q1lk-mcp-server-git/bin/mcp",
  "--server=/nix/store/0c3hjxyn5bd3a3b8rz1jfbk0jzs2q1lk-nodejs-20.11.1/bin/npx",
  "~/.cache/pnpm/0123456789abcdef0123456789abcdef01234567/bin.js",
  "C:\\tools\\0c3hjxyn5bd3a3b8rz1jfbk0jzs2q1lk\\mcp.exe",
  "github:o/r#0123456789abcdef0123456789abcdef01234567",
  "https://github.com/o/r/archive/0123456789abcdef0123456789abcdef01234567.tar.gz",
  "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  "git+ssh://git@github.com/x/y.git#v1.0.0",
  "https://alice@host.example/x",
  "github.com/mark3labs/mcp-filesystem-server@v0.0.0-20250115123456-3f2a9c1d8e7b",
  "x-mcp@0.0.0-canary-3f2a9c1d8e7b6a5f",
  "ghcr.io/x/y:sha-3f2a9c1d8e7b",
  "ghcr.io/x/y:3f2a9c1d8e7b6a5f4c3d2e1f0a9b8c7d6e5f4a3b",
  "github:x/y/3f2a9c1d8e7b6a5f4c3d2e1f0a9b8c7d6e5f4a3b",
  "https://codeload.github.com/x/y/tar.gz/3f2a9c1d8e7b6a5f4c3d2e1f0a9b8c7d6e5f4a3b",
])("the path of a file and the name of a version are no secret: %s", (text) => {
  const config = configOf(
    servers({ a: { command: text.startsWith("/") ? text : "a", args: [text], env: { FOO: text } } }),
  );
  expect(config).toMatchObject({ mcp_servers: { a: { args: [text], env: { FOO: text } } } });
  if (text.startsWith("/")) expect(config).toMatchObject({ mcp_servers: { a: { command: text } } });
});

test("a command of several words is split, also where there are arguments", () => {
  expect(configOf(servers({ a: { command: "npx -y foo", args: ["b"] } }))).toMatchObject({
    mcp_servers: { a: { command: "npx", args: ["-y", "foo", "b"] } },
  });
});

test("a profile of Codex that names no provider has that of the root, and no other company's", () => {
  const lines = [
    ...['model = "gpt-5"', 'model_provider = "corp"', "model_context_window = 200000"],
    ...["[model_providers.corp]", 'base_url = "https://llm.corp.example/v1"', 'env_key = "CORP_KEY"'],
    ...["[profiles.fast]", 'model = "gpt-mini"', "model_context_window = 100000"],
  ];
  const config = configOf(importFrom(lines.join("\n"), { file: ".codex/config.toml" })) as Readonly<
    Record<string, object>
  >;
  expect(Object.keys(config["providers"] ?? {})).toEqual(["corp"]);
  expect(Object.keys(config["models"] ?? {})).toEqual(["corp/gpt-5", "corp/gpt-mini"]);
});

test("values of a wrong type are left out, each with a line", () => {
  const result = servers({
    a: {
      command: "x",
      args: "one",
      env: { A: null, B: { C: 1 }, D: true },
      timeout: "soon",
      disabled: "yes",
      headers: [],
    },
    b: "npx",
    c: { command: { x: 1 } },
    d: { url: 5, timeout: -3 },
    e: { command: "x", timeout: 1e300 },
  });
  expect(configOf(result)).toEqual({
    version: 3,
    mcp_servers: {
      a: { transport: "stdio", command: "x", args: ["one"], env: { D: "true" } },
      e: { transport: "stdio", command: "x" },
    },
  });
  expect(messages(result)).toEqual([
    "mcpServers.a.env.A is no text, and is left out",
    "mcpServers.a.env.B is no text, and is left out",
    "mcpServers.a.timeout has no counterpart",
    "mcpServers.a.disabled has no counterpart",
    "mcpServers.b is no mapping, and is left out",
    "mcpServers.c has neither a command nor a URL, and is left out",
    expect.stringMatching(/^mcpServers\.c\.command\.x has no counterpart/),
    expect.stringMatching(/^mcpServers\.d is left out: /),
    "mcpServers.d.timeout has no counterpart",
    "mcpServers.e.timeout has no counterpart",
  ]);
});

test("what lint would refuse is left out, and no more than that", () => {
  const result = servers({ a: { command: "x", env: { "A B": "c", PORT: "1" } } }, { as: "project" });
  expect(configOf(result)).toEqual({
    version: 3,
    mcp_servers: { a: { transport: "stdio", command: "x", env: { PORT: "1" } } },
  });
  expect(messages(result)).toEqual([expect.stringMatching(/^mcpServers\.a is left out in part: `A B`/)]);
  const alone = servers({ a: { command: "x", env: { "A B": "c" } } }, { as: "project" });
  expect(configOf(alone)).toEqual({ version: 3, mcp_servers: { a: { transport: "stdio", command: "x" } } });
});

describe("secrets", () => {
  const secret = "Zq7xT0pL9vB2nM4k";
  const places: readonly ((value: string) => Json)[] = [
    (value) => ({ command: "x", env: { API_TOKEN: value } }),
    (value) => ({ command: "x", env: { TOKEN: "${OTHER}", password: value } }),
    (value) => ({ command: "x", env: { URL: `postgres://me:${value}@db/x` } }),
    (value) => ({ command: "x", args: ["--api-key", value] }),
    (value) => ({ command: "x", args: [`--token=${value}`] }),
    (value) => ({ command: "x", args: ["-H", `Authorization: Bearer ${value}`] }),
    (value) => ({ command: `x --password ${value}` }),
    (value) => ({ url: `https://x.example/mcp?api_key=${value}` }),
    (value) => ({ url: `https://me:${value}@x.example/mcp` }),
    (value) => ({ url: "https://x.example", headers: { Authorization: value } }),
    (value) => ({ url: "https://x.example", headers: { "X-Api-Key": value } }),
    (value) => ({ url: "https://x.example", oauth: { clientId: "a", clientSecret: value } }),
    (value) => ({ url: "https://x.example", unknown: { key: value } }),
    (value) => ({ command: "x", cwd: value, timeout: value, disabled: value, type: value }),
    (value) => ({ command: "x", env: { TOKEN: `\${TOKEN:-${value}}` } }),
    (value) => ({ command: "x", env: { TOKEN: `prefix-\${X}-${value}` } }),
    (value) => ({ command: "x", [`key=${value}`]: 1 }),
  ];

  const spellings = [secret, `$(${secret})`, `sk-live_${secret}`, `${secret}+==`];

  test.each(places.map((place, index) => [index, place] as const))(
    "in place %i are nowhere in the result",
    (_, place) => {
      for (const spelling of spellings) {
        const result = servers({ a: place(spelling), other: { command: "y" } });
        expect(configOf(result)).toMatchObject({ mcp_servers: { other: { command: "y" } } });
        expect(JSON.stringify(result)).not.toContain(secret);
      }
    },
  );

  test.each([
    [
      ["-e", "GITHUB_TOKEN=abc-1"],
      ["-e", "GITHUB_TOKEN=${GITHUB_TOKEN}"],
    ],
    [
      ["--api-key", "abc-1"],
      ["--api-key", "${MY_GITHUB_API_KEY}"],
    ],
    [
      ["--header", "Authorization: Bearer abc-1"],
      ["--header", "Authorization: Bearer ${MY_GITHUB_TOKEN}"],
    ],
    [["postgres://u:abc-1@h/d"], ["postgres://u:${MY_GITHUB_PASSWORD}@h/d"]],
    [["https://h/?access_token=abc-1"], ["https://h/?access_token=${MY_GITHUB_ACCESS_TOKEN}"]],
  ])("among arguments %j have the name of their flag", (args, expected) => {
    const result = servers({ "My GitHub": { command: "x", args } });
    expect(configOf(result)).toMatchObject({ mcp_servers: { "My GitHub": { args: expected } } });
  });

  test("of equal names and different values have different variables, which no reference of the file has", () => {
    const result = servers({
      a: { command: "x", env: { TOKEN: "first-1", KEY: "${TOKEN_KEY}" } },
      b: { command: "x", env: { TOKEN: "second-2" } },
      c: { command: "x", env: { TOKEN: "first-1" } },
      d: { command: "x", env: { USED: "${env:D_PASSWORD}", PASSWORD: "${env:PASSWORD}" } },
      e: { command: "x", env: { PASSWORD: "third-3" } },
    });
    expect(configOf(result)).toMatchObject({
      mcp_servers: {
        a: { env: { TOKEN: "${TOKEN}" } },
        b: { env: { TOKEN: "${B_TOKEN}" } },
        c: { env: { TOKEN: "${TOKEN}" } },
        d: { env: { PASSWORD: "${PASSWORD}" } },
        e: { env: { PASSWORD: "${E_PASSWORD}" } },
      },
    });
    expect(result.ok && result.variables.map(({ name }) => name)).toEqual(["TOKEN", "B_TOKEN", "E_PASSWORD"]);
  });
});

test("any data gives a configuration without errors, or a reason", () => {
  const word = fc.constantFrom(
    "a",
    "x y",
    "${A}",
    "$(b)",
    "https://x.example",
    "1",
    "Bearer abc123def",
    "",
    "__proto__",
  );
  const value = fc.oneof(
    word,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(word, { maxLength: 3 }),
    fc.dictionary(word, word),
  );
  const key = fc.constantFrom(
    ...[
      "command",
      "args",
      "env",
      "url",
      "headers",
      "type",
      "timeout",
      "disabled",
      "oauth",
      "serverUrl",
      "excludeTools",
    ],
    ...["name", "options", "models", "limit", "npm", "provider", "model", "apiKey", "api_url", "available_models"],
  );
  const entry = fc.oneof({ weight: 9, arbitrary: fc.dictionary(key, value) }, { weight: 1, arbitrary: value });
  const entries = fc.oneof(fc.dictionary(word, entry), fc.array(entry, { maxLength: 3 }));
  const root = fc.constantFrom(
    "mcpServers",
    "servers",
    "context_servers",
    "language_models",
    "mcp",
    "provider",
    "models",
    "schema",
  );
  fc.assert(
    fc.property(fc.dictionary(root, entries), fc.constantFrom("global", "project"), (data, as) => {
      const result = importFrom(JSON.stringify(data), { file: "x.json", as });
      expect(result.ok || result.reason).not.toBe("");
      if (!result.ok) return;
      const { diagnostics } = lint({ texts: [{ file: "config.json", text: JSON.stringify(result.config), as }] });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    }),
    { numRuns: slowCases(2000) },
  );
});

test.each(["${", "${input:", "${{ secrets.", "# ", "$(", '"', "--a=", "{file:"])(
  "%j a hundred thousand times takes no time to read",
  (part) => {
    const result = servers({ a: { command: "x", args: [part.repeat(20_000)] } });
    expect(result.ok || result.reason).toBeTruthy();
    expect(importFrom(part.repeat(100_000)).ok).toBe(false);
  },
);

describe.each([
  ["importFrom", importFrom],
  ["checkImport", checkImport],
])("a wrong argument of %s is a mistake of the program", (name, call) => {
  test.each<readonly [readonly unknown[], string]>([
    [["{}", { as: "projct" }], "`as` has to be `global` or `project`"],
    [["{}", { file: 5 }], "`file` has to be a text"],
    [["{}", { unknown: 1 }], "there is no option `unknown`"],
    [["{}", { files: "x.json" }], "there is no option `files`; `lint` and `fix` take it"],
    [["{}", null], "the options have to be an object"],
    [["{}", "x.json"], "the options have to be an object"],
    [[undefined], "`text` has to be a text or a `Uint8Array`"],
    [[5], "`text` has to be a text or a `Uint8Array`"],
    [[{ servers: {} }], "`text` has to be a text or a `Uint8Array`"],
  ])("%j", (given, message) => {
    const asked: (...given: readonly unknown[]) => unknown = call as never;
    expect(() => asked(...given)).toThrow(new TypeError(`${name}: ${message}`));
  });
});
