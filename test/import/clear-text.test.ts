/** Credentials in files of other tools: each is an error at its place, whatever its key, and what is none is no error. */
import { expect, test } from "vitest";
import { checkImport } from "../../src/toolkit/check-import.js";

const KEY = "Zx81kLmQ02rTvWyB47cDeF93gHiJ";

/** `secret/literal` errors, as the text that is marked. */
function marked(text: string, file: string): readonly string[] {
  const result = checkImport(text, { file });
  expect(result).toMatchObject({ ok: true });
  expect(JSON.stringify(result)).not.toContain(KEY.slice(0, 12));
  return result.diagnostics
    .filter(({ rule, severity }) => rule === "secret/literal" && severity === "error")
    .map(({ range: { start, end } }) => text.slice(start.offset, end.offset).replace(/^(["'])(.*)\1$/s, "$2"));
}

const server = (entry: object): string => JSON.stringify({ mcpServers: { a: entry } });
const http = { type: "http", url: "https://mcp.acme.example/mcp" };

test.each<readonly [string, object]>([
  ["apiKey", { ...http, apiKey: KEY }],
  ["api_key", { ...http, api_key: KEY }],
  ["a misspelt name", { ...http, "api-kee": KEY, apikey: KEY }],
  ["bearerToken", { ...http, bearerToken: KEY }],
  ["bearer_token", { ...http, bearer_token: KEY }],
  ["accessToken", { ...http, accessToken: KEY }],
  ["token", { ...http, token: KEY }],
  ["token of letters alone", { ...http, token: "abcdefghijkl" }],
  ["a password of two words", { ...http, password: "horse-battery" }],
  ["a number", { ...http, password: 12345678 }],
  ["a short secret", { ...http, clientSecret: "hunter2" }],
  ["key in auth", { ...http, auth: { type: "api", key: KEY } }],
  ["auth of a type", { ...http, auth: { type: "bearer", token: KEY } }],
  ["auth with a value", { ...http, auth: { type: "header", value: KEY } }],
  ["auth as a text", { ...http, auth: KEY }],
  ["authentication", { ...http, authentication: { bearer: KEY } }],
  ["a short auth_value", { ...http, auth_type: "api_key", auth_value: "abc12345" }],
  ["a UUID after --key", { command: "npx", args: ["run", "--key", "1148243e-4547-4108-95ef-52cb0b3526c7"] }],
  ["a UUID joined to --key", { command: "npx", args: ["run", "--key=1148243e-4547-4108-95ef-52cb0b3526c7"] }],
  ["auth_value", { ...http, auth_type: "bearer_token", auth_value: KEY }],
  ["header for headers", { ...http, header: { Authorization: `Bearer ${KEY}` } }],
  ["headers in capitals", { ...http, Headers: { "X-Api-Key": KEY } }],
  ["requestInit", { ...http, requestInit: { headers: { Authorization: `Bearer ${KEY}` } } }],
  ["headers as a list of pairs", { ...http, headers: [{ name: "Authorization", value: `Bearer ${KEY}` }] }],
  ["headers as a list of lines", { ...http, headers: [`Authorization: Bearer ${KEY}`] }],
  ["headers", { ...http, headers: { Authorization: `Bearer ${KEY}` } }],
  ["a cookie", { ...http, headers: { Cookie: `session=${KEY}` } }],
  ["environment", { command: "srv", environment: { TOKEN: KEY } }],
  ["environment as pairs", { command: "srv", env: [{ name: "TOKEN", value: KEY }] }],
  ["environment as lines", { command: "srv", env: [`TOKEN=${KEY}`] }],
  ["environment as a text", { command: "srv", environment: `TOKEN=${KEY}` }],
  ["a short one in env", { command: "srv", env: { DB_PASSWORD: "hunter2" } }],
  ["nested", { command: "srv", x: { y: [{ z: { apiKey: KEY } }] } }],
  ["a list under a name", { command: "srv", tokens: [KEY], apiTokens: [KEY] }],
  ["a key with a value", { command: "srv", apiKey: { type: "plain", value: KEY } }],
  ["an option of a server", { command: "srv", settings: { github: { personal_access_token: KEY } } }],
  ["in arguments", { command: "srv", args: ["--api-key", KEY] }],
  ["in one argument", { command: "srv", args: [`--token=${KEY}`] }],
  ["in an argument with a header", { command: "srv", args: ["--header", `Authorization: Bearer ${KEY}`] }],
  ["in arguments by another name", { command: "srv", arguments: ["--api-key", KEY] }],
  ["under a key that says nothing", { ...http, foo: KEY }],
  ["in a mapping of secrets", { ...http, secrets: { github: KEY } }],
  ["in a list of keys", { ...http, apiKeys: [{ one: KEY }] }],
  ["a header of any name", { ...http, headers: { "X-Custom": KEY } }],
  ["in a command", { command: `srv --api-key ${KEY}` }],
  ["in a URL", { type: "http", url: `https://x.example/mcp?api_key=${KEY}` }],
  ["in a URL by another name", { type: "http", endpoint: `https://x.example/mcp?token=${KEY}` }],
  ["a short signature in a URL", { type: "http", url: "https://x.example/mcp?sv=1.0&sig=ab12" }],
  ["a signature of letters", { type: "http", url: "https://x.example/mcp?sig=abcdefgh" }],
  ["a signature in an argument", { command: "srv", args: ["https://x.example/mcp?signature=ab12&x=1"] }],
  ["a signature in a variable", { command: "srv", env: { URL: "https://x.example/?sp=r&sig=aB%2Bc%3D" } }],
  ["a signature under an unknown key", { command: "srv", hook: "https://x.example/?X-Amz-Signature=ab12" }],
  ["a user of a URL", { command: "srv", args: [`postgres://me:${KEY}@db.example/x`] }],
  ["a default", { command: "srv", env: { TOKEN: `\${TOKEN:-${KEY}}` } }],
  ["a default of another spelling", { command: "srv", env: { TOKEN: `\${env:TOKEN:${KEY}}` } }],
  ["a well-known form anywhere", { command: "srv", note: `ghp_${KEY}` }],
  ["a well-known form as a name", { command: "srv", env: { [`ghp_${KEY}`]: "1" } }],
  ["a private key", { command: "srv", privateKey: "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN" }],
  ["a name with a blank", { ...http, "token ": KEY.slice(0, 12) }],
  ["the password of a login", { command: "srv", login: { user: "bob", pass: "hunter22" } }],
  ["the password in credentials", { command: "srv", credentials: { user: "bob", pwd: "hunter22" } }],
  ["a client's secret", { ...http, oauth: { clientId: "a", clientSecret: KEY } }],
])("%s", (_, entry) => {
  expect(marked(server(entry), ".mcp.json").length).toBeGreaterThan(0);
});

test.each([
  ["the root", `{ "apiKey": "${KEY}", "mcpServers": { "a": { "command": "srv" } } }`, ".mcp.json", [KEY]],
  ["another section", `{ "mcpServers": {}, "providers": [{ "name": "x", "apiKey": "${KEY}" }] }`, ".mcp.json", [KEY]],
  [
    "a comment",
    `{ "mcpServers": { "a": { // "apiKey": "${KEY}"\n "command": "srv" } } }`,
    "x.jsonc",
    [`// "apiKey": "${KEY}"`],
  ],
  [
    "an input of VS Code",
    `{ "inputs": [{ "type": "promptString", "id": "api-key", "default": "${KEY}" }], "servers": { "a": { "command": "s" } } }`,
    ".vscode/mcp.json",
    [KEY],
  ],
  [
    "LiteLLM",
    `model_list: [{ model_name: m, litellm_params: { model: openai/m } }]\nmcp_servers:\n  a: { url: "https://x.example", auth_type: bearer_token, auth_value: ${KEY} }\n`,
    "litellm_config.yaml",
    [KEY],
  ],
  [
    "a key of LiteLLM",
    `general_settings: { master_key: ${KEY} }\nmodel_list: [{ litellm_params: { model: openai/m } }]\n`,
    "litellm_config.yaml",
    [KEY],
  ],
  [
    "YAML with a comment",
    `mcpServers:\n  - name: a\n    command: s\n    # token: ${KEY}\n`,
    ".continue/config.yaml",
    [`# token: ${KEY}`],
  ],
  [
    "an anchor and its aliases",
    `mcpServers:\n  - { name: a, command: s, env: &e { TOKEN: ${KEY} } }\n  - { name: b, command: s, env: *e }\n`,
    ".continue/config.yaml",
    [KEY],
  ],
  ["TOML", `[mcp_servers.a]\nurl = "https://x.example"\nbearer_token = "${KEY}"\n`, ".codex/config.toml", [KEY]],
  [
    "TOML in a table",
    `[mcp_servers.a]\ncommand = "s"\n[mcp_servers.a.options]\napi_key = '${KEY}'\n`,
    ".codex/config.toml",
    [KEY],
  ],
  [
    "TOML in a comment",
    `[mcp_servers.a]\ncommand = "s"\n# api_key = "${KEY}"\n`,
    ".codex/config.toml",
    [`# api_key = "${KEY}"`],
  ],
  [
    "OpenCode",
    `{ "$schema": "https://opencode.ai/config.json", "provider": { "x": { "apiKey": "${KEY}" } } }`,
    "opencode.json",
    [KEY],
  ],
  [
    "Zed",
    `{ "context_servers": { "a": { "settings": { "github_personal_access_token": "${KEY}" } } } }`,
    ".zed/settings.json",
    [KEY],
  ],
  [
    "escapes and a line ending of Windows",
    `{\r\n "mcpServers": { "a": { "command": "s",\r\n "apiKey": "\\u005ax81kLmQ02rTvWyB47cDeF93gHiJ" } } }`,
    ".mcp.json",
    ["\\u005ax81kLmQ02rTvWyB47cDeF93gHiJ"],
  ],
])("%s", (_, text, file, expected) => {
  expect(marked(text, file)).toEqual(expected);
});

test.each<readonly [string, object]>([
  [
    "variables",
    { command: "s", env: { TOKEN: "${TOKEN}", A_KEY: "$A_KEY", B_KEY: "${env:B_KEY}", C_KEY: "{env:C_KEY}" } },
  ],
  [
    "more variables",
    { command: "s", apiKey: "${input:api-key}", token: "${{ secrets.TOKEN }}", password: "{file:~/.pw}" },
  ],
  ["a bearer's variable", { ...http, headers: { Authorization: "Bearer ${TOKEN}" }, bearerToken: "${TOKEN}" }],
  ["a default that is a word", { command: "s", args: ["--region", "${REGION:-eu}"] }],
  [
    "examples",
    { command: "s", env: { TOKEN: "<your token>", API_KEY: "YOUR_API_KEY", B_KEY: "your-api-key-here", C_TOKEN: "" } },
  ],
  [
    "more examples",
    {
      command: "s",
      env: {
        TOKEN: "xxxxxxxx",
        API_KEY: "sk-...",
        B_KEY: "REPLACE_ME",
        C_TOKEN: "changeme",
        D_TOKEN: "ghp_xxxxxxxxxxxxxxxxxxxx",
      },
    },
  ],
  [
    "examples under other keys",
    { ...http, apiKey: "<API_KEY>", token: "[your token]", secret: "{{SECRET}}", auth: null },
  ],
  [
    "names of variables",
    { ...http, apiKeyEnv: "ACME_API_KEY", apiKey: "ACME_API_KEY", bearer_token_env_var: "TOKEN_VAR" },
  ],
  [
    "types",
    { ...http, auth: "oauth", auth_type: "bearer_token", authProviderType: "google_credentials", tokenType: "bearer" },
  ],
  ["counts", { ...http, max_tokens: 200000, tokenLimit: 100000, maxOutputTokens: 8192 }],
  [
    "keys of other kinds",
    {
      ...http,
      primaryKey: "user_id42",
      publicKey: "pub_abcdef12",
      shortcut: { key: "ctrl-shift-k1" },
      cacheKey: "abc-12345678",
    },
  ],
  [
    "keys of things",
    {
      command: "s",
      env: {
        FIGMA_FILE_KEY: "Zx81kLmQ02rTvWyB47cDeF",
        PROJECT_KEY: "DOCS",
        JIRA_ISSUE_KEY: "OPS-12",
        SITE_KEY: "6LdAbCdEfGh1",
      },
      args: ["--figma-file-key", "Zx81kLmQ02rTvWyB47cDeF", "--space-key=HANDBOOK"],
      fileKey: "Zx81kLmQ02rTvWyB47cDeF",
    },
  ],
  [
    "names of keys of things",
    { command: "s", env_vars: ["FIGMA_FILE_KEY"], args: ["--file-key", "FIGMA_FILE_KEY"], fileKey: "FIGMA_FILE_KEY" },
  ],
  [
    "signatures that a variable holds",
    { command: "s", args: ["https://x.example/?sig=${SIG}"], env: { URL: "https://x.example/?a=1&sig=$SIG" } },
  ],
  ["words about signatures", { command: "s", args: ["--sig", "gpg", "sig=v2"], env: { SIG: "gpg", SIGNATURE: "Bob" } }],
  ["an example of a signature", { command: "s", args: ["https://x.example/?sig=<sig>", "https://x.example/?sig="] }],
  [
    "files",
    {
      command: "s",
      env: {
        GOOGLE_APPLICATION_CREDENTIALS: "/home/a/key1.json",
        SSH_KEY: "~/.ssh/id_ed25519",
        TOKEN_FILE: "./token1",
      },
    },
  ],
  [
    "a digest",
    { command: "docker", args: ["run", "x/y@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"] },
  ],
  ["a commit", { command: "npx", args: ["-y", "github:o/r#0123456789abcdef0123456789abcdef01234567"] }],
  [
    "versions",
    { command: "npx", args: ["-y", "forge-mcp@1.2.3-beta.4", "@scope/pkg@0.0.0-20250115123456-3f2a9c1d8e7b"] },
  ],
  [
    "identifiers",
    {
      command: "s",
      env: {
        PROJECT_ID: "5f8c0e2b-9a7d-4c1e-8f3b-6a0d9c2e7f14",
        SHEET_ID: "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
      },
    },
  ],
  [
    "paths",
    {
      command: "/nix/store/0c3hjxyn5bd3a3b8rz1jfbk0jzs2q1lk-mcp-server-git/bin/mcp",
      args: ["C:\\tools\\a1b2c3d4\\x.exe"],
    },
  ],
  ["this machine's database", { command: "s", args: ["postgres://postgres:postgres@localhost:5432/x"] }],
  [
    "words",
    {
      command: "s",
      env: { NODE_ENV: "production", LOG_LEVEL: "debug" },
      description: "needs an API key: see the docs",
    },
  ],
  [
    "references to a store",
    {
      command: "s",
      env: {
        API_KEY: "op://Private/item1/credential",
        B_TOKEN: "vault:secret/data/x#token1",
        C_KEY: "ref+awsssm://a/k1",
      },
      apiKey: "keychain:acme-key-1",
    },
  ],
  [
    "commands",
    { command: "s", env: { TOKEN: "$(pass show x)", SECRET: "`cat ~/.secret`" }, apiKey: "$(op read key1)" },
  ],
  [
    "marks of templates",
    { command: "s", env: { A_KEY: "__API_KEY__", B_KEY: "<<API_KEY>>", C_KEY: "#{Api.Key}#", D_KEY: "ADD KEY HERE" } },
  ],
  ["prices", { command: "s", input_cost_per_token: 0.0000025, output_cost_per_reasoning_token: 1.25e-5 }],
  ["switches", { command: "s", env: { AUTH: "true", REQUIRE_AUTH: "false", TOKEN: "none" } }],
  ["a flag without a value", { command: "s", args: ["--token", "--verbose", "--auth", "oauth", "-p", "8080:80"] }],
  ["tools", { command: "s", autoApprove: ["get_token", "create_api_key"], disabledTools: ["rotate_secret"] }],
])("%s are no secrets", (_, entry) => {
  expect(marked(server(entry), ".mcp.json")).toEqual([]);
});

test("an argument that may be an identifier is no secret that others can see", () => {
  const text = server({
    command: "s",
    args: ["--project", "5f8c0e2b-9a7d-4c1e-8f3b-6a0d9c2e7f14", "--token", "${TOKEN}"],
  });
  const found = checkImport(text, { file: ".mcp.json" }).diagnostics.filter(({ rule }) => rule.startsWith("secret/"));
  expect(found.map(({ rule, range: { start, end } }) => [rule, text.slice(start.offset, end.offset)])).toEqual([
    ["secret/in-arguments", '"${TOKEN}"'],
  ]);
});

test("a text that only looks generated is a warning where identifiers are usual", () => {
  const open = {
    publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0Zx81kLmQ02rTvWyB47cDeF93gHiJ me@x.example",
    icon: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  };
  const text = server({ command: "srv", env: { BOARD: KEY, X: KEY }, ...open });
  const found = checkImport(text, { file: ".mcp.json" }).diagnostics.filter(({ rule }) => rule === "secret/literal");
  expect(found.map(({ severity, message }) => [severity, message])).toEqual([
    ["warning", "`mcpServers.a.env.X` holds a text that looks generated, and may be a secret"],
  ]);
});

test("as a user's own file, a secret is a warning, as lint has it", () => {
  const found = checkImport(server({ ...http, apiKey: KEY }), { file: ".mcp.json", as: "global" });
  expect(found.diagnostics.filter(({ rule }) => rule === "secret/literal").map(({ severity }) => severity)).toEqual([
    "warning",
  ]);
});
