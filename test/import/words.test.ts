/** Words of one tool in the file of another: an import understands them, a check says that the tool does not read them. */
import { describe, expect, test } from "vitest";
import { checkImport } from "../../src/toolkit/check-import.js";
import { SERVER_WORDS } from "../../src/toolkit/import/dialects/words.js";
import { type ImportResult, importFrom } from "../../src/toolkit/import-from.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Json } from "../../src/toolkit/read/document/data.js";

interface Config {
  readonly mcp_servers?: Readonly<Record<string, Json>>;
  readonly providers?: Readonly<Record<string, Json>>;
  readonly models?: Readonly<Record<string, Json>>;
}

function configOf(result: ImportResult): Config {
  if (!result.ok) throw new Error(`${result.reason}: ${result.remarks.map(({ message }) => message).join(", ")}`);
  return result.config as never;
}

const server = (entry: Json, file = ".mcp.json"): Json | undefined =>
  configOf(importFrom(JSON.stringify({ mcpServers: { a: entry } }), { file })).mcp_servers?.["a"];

const URL = { type: "http", url: "https://x.example/mcp" };
const HTTP = { transport: "http", url: "https://x.example/mcp" };
const STDIO = { transport: "stdio", command: "x" };

describe("a server", () => {
  test.each<readonly [string, Json, Json]>([
    ["cmd", { cmd: "x" }, STDIO],
    ["executable", { executable: "x", arguments: ["y"] }, { ...STDIO, args: ["y"] }],
    ["environment", { command: "x", environment: { A: "b" } }, { ...STDIO, env: { A: "b" } }],
    ["envs", { command: "x", envs: { A: "b" } }, { ...STDIO, env: { A: "b" } }],
    ["uri", { uri: URL.url }, HTTP],
    ["endpoint", { endpoint: URL.url, type: "streamable_http" }, HTTP],
    ["serverURL in other case", { serverURL: URL.url }, HTTP],
    ["http_headers", { ...URL, http_headers: { "X-A": "b" } }, { ...HTTP, headers: { "X-A": "b" } }],
    ["header", { ...URL, header: { "X-A": "b" } }, { ...HTTP, headers: { "X-A": "b" } }],
    ["requestInit", { ...URL, requestInit: { headers: { "X-A": "b" } } }, { ...HTTP, headers: { "X-A": "b" } }],
    [
      "bearer_token_env_var",
      { ...URL, bearer_token_env_var: "T" },
      { ...HTTP, auth: { type: "authorization-header", value: "Bearer ${T}" } },
    ],
    [
      "bearerToken",
      { ...URL, bearerToken: "Zx81kLmQ02rT" },
      { ...HTTP, auth: { type: "authorization-header", value: "Bearer ${A_TOKEN}" } },
    ],
    [
      "auth of a type",
      { ...URL, auth: { type: "bearer", token: "Bearer Zx81kLmQ02rT" } },
      { ...HTTP, auth: { type: "authorization-header", value: "Bearer ${A_TOKEN}" } },
    ],
    ["env_vars", { command: "x", env_vars: ["T"] }, { ...STDIO, pass_env: ["HOME", "PATH", "LANG", "TMPDIR", "T"] }],
    ["env_keys", { command: "x", env_keys: ["T"] }, { ...STDIO, pass_env: ["HOME", "PATH", "LANG", "TMPDIR", "T"] }],
    ["disabledTools", { command: "x", disabledTools: ["t"] }, { ...STDIO, block_list: ["mcp__a__t"] }],
    ["exclude-tools", { command: "x", "exclude-tools": ["t"] }, { ...STDIO, block_list: ["mcp__a__t"] }],
    ["isActive", { command: "x", isActive: false }, { ...STDIO, default_enabled: false }],
    ["tool_timeout_sec", { command: "x", tool_timeout_sec: 90 }, { ...STDIO, default_timeout_seconds: 90 }],
    [
      "oauth_client_id",
      { ...URL, oauth_client_id: "c" },
      { ...HTTP, auth: { type: "oauth", registration: { type: "pre-registered", client_id: "c" } } },
    ],
  ])("%s", (_, entry, expected) => {
    expect(server(entry)).toEqual(expected);
    expect(server(entry, "x.json")).toEqual(expected);
  });

  test("its own key wins over a word of other tools, whichever comes first", () => {
    const result = importFrom('{ "mcpServers": { "a": { "cmd": "y", "command": "x", "envs": {} } } }');
    expect(configOf(result).mcp_servers).toEqual({ a: STDIO });
    expect(result.remarks.map(({ message }) => message)).toEqual(["mcpServers.a.cmd repeats another key"]);
  });

  test("a remark says each borrowed word, at its place", () => {
    const { remarks } = importFrom('{ "mcpServers": { "a": {\n "cmd": "x",\n "env_vars": ["T"] } } }');
    expect(remarks).toMatchObject([
      { position: { line: 2, column: 2 }, message: "mcpServers.a.cmd is a word of other tools, taken for `command`" },
      { position: { line: 3 }, message: "mcpServers.a.env_vars is a word of other tools, and is taken over" },
    ]);
  });

  test("a check reports each of them, because the tool does not read it", () => {
    for (const word of ["cmd", "environment", "uri", "http_headers", "env_vars"]) {
      const text = JSON.stringify({ mcpServers: { a: { command: "x", [word]: ["y"] } } });
      const { diagnostics } = checkImport(text, { file: ".mcp.json" }) as { diagnostics: readonly { rule: string }[] };
      expect(diagnostics.map(({ rule }) => rule)).toContain("schema/unknown-key");
    }
  });

  test("no word is written twice with another meaning", () => {
    const plain = Object.entries(SERVER_WORDS).map(
      ([word, meaning]) => `${word.toLowerCase().replace(/[-_.]/g, "")} ${meaning}`,
    );
    const words = new Set(plain.map((line) => line.split(" ")[0]));
    expect(new Set(plain).size).toBe(words.size);
  });
});

test("a whole value of the header `Authorization` needs no scheme of its own", () => {
  for (const value of ["${T}", "Zx81kLmQ02rTvWyB47cD"]) {
    const result = importFrom(JSON.stringify({ mcpServers: { a: { ...URL, headers: { Authorization: value } } } }));
    const text = JSON.stringify({ version: 3, ...configOf(result) });
    const { diagnostics } = lint({ texts: [{ file: "config.json", text, as: "global" }] });
    expect(diagnostics).toEqual([]);
  }
});

describe("LiteLLM", () => {
  const litellm = (entry: string): string =>
    `model_list:\n  - model_name: m\n    litellm_params: { model: openai/m }\nmcp_servers:\n  a: { url: "https://x.example/mcp", ${entry} }\n`;
  const imported = (entry: string): Json | undefined =>
    configOf(importFrom(litellm(entry), { file: "litellm_config.yaml" })).mcp_servers?.["a"];
  const header = (value: string): Json => ({ ...HTTP, auth: { type: "authorization-header", value } });

  test.each([
    ["auth_type: bearer_token, auth_value: Zx81kLmQ02rT", header("Bearer ${A_TOKEN}")],
    ["auth_type: bearer_token, auth_value: os.environ/T", header("Bearer ${T}")],
    ["auth_type: basic, auth_value: dXNlcjpwdw==", header("Basic ${A_TOKEN}")],
    ["auth_type: authorization, auth_value: os.environ/T", header("${T}")],
    ["auth_type: authorization, auth_value: Zx81kLmQ02rT", header("${A_AUTHORIZATION}")],
    ["auth_type: authorization, auth_value: Bearer Zx81kLmQ02rT", header("Bearer ${A_TOKEN}")],
    ["auth_type: api_key, auth_value: Zx81kLmQ02rT", { ...HTTP, headers: { "X-API-Key": "${A_API_KEY}" } }],
    [
      "auth_type: api_key, auth_value: os.environ/K, static_headers: { X-A: b }",
      { ...HTTP, headers: { "X-A": "b", "X-API-Key": "${K}" } },
    ],
    ["auth_type: oauth2", { ...HTTP, auth: { type: "oauth" } }],
    ["auth_type: none", HTTP],
    ["auth_type: ", HTTP],
  ])("%s", (entry, expected) => {
    expect(imported(entry)).toEqual(expected);
    const check = checkImport(litellm(entry), { file: "litellm_config.yaml" });
    expect(JSON.stringify(check)).not.toContain("auth_value` has no");
  });

  test.each([
    ["auth_type: kerberos, auth_value: Zx81kLmQ02rT", ["auth_type", "auth_value"]],
    ["auth_value: Zx81kLmQ02rT", ["auth_value"]],
    ["auth_type: none, auth_value: Zx81kLmQ02rT", ["auth_value"]],
  ])("%s is listed", (entry, keys) => {
    const { remarks } = importFrom(litellm(entry), { file: "litellm_config.yaml" });
    const own = remarks.map(({ message }) => message).filter((message) => message.startsWith("mcp_servers"));
    expect(own.map((message) => /^mcp_servers\.a\.(\w+) /.exec(message)?.[1])).toEqual(keys);
    expect(JSON.stringify(remarks)).not.toContain("Zx81");
  });

  test.each([
    ["model: os.environ/X", undefined, /names the model by a variable/],
    ['model: "${X}", api_base: "https://x.example/v1"', undefined, /names the model by a variable/],
    ["model: gpt-4o", ["openai"], undefined],
    ["model: claude-sonnet-4-5", ["anthropic"], undefined],
    ['model: mystery, api_base: "https://x.example/v1"', ["provider-1"], undefined],
    ["model: mystery", undefined, /dialect that is not known/],
  ])("a model with %s", (params, providers, reason) => {
    const text = `model_list:\n  - model_name: m\n    litellm_params: { ${params} }\n    model_info: { max_input_tokens: 8000 }\n`;
    const result = importFrom(text, { file: "litellm_config.yaml" });
    if (providers !== undefined) expect(Object.keys(configOf(result).providers ?? {})).toEqual(providers);
    else expect(result).toMatchObject({ ok: false, remarks: [{ message: expect.stringMatching(reason) }] });
    expect(JSON.stringify(result)).not.toContain('"os.environ"');
  });
});

describe("a provider without a key in the file", () => {
  const auth = (name: string, url: string): Json | undefined => {
    const options = { npm: "@ai-sdk/openai-compatible", options: { baseURL: url } };
    const text = JSON.stringify({ provider: { [name]: { ...options, models: {} } } });
    const provider = configOf(importFrom(text, { file: "opencode.json" })).providers?.[name];
    return (provider as { auth?: Json } | undefined)?.auth;
  };

  test.each([
    ["lmstudio", "http://127.0.0.1:1234/v1"],
    ["my-llm", "http://localhost:8000/v1"],
    ["openai", "http://localhost:8000/v1"],
    ["ollama", "http://192.168.4.62:11434/v1"],
    ["ollama", "https://ollama.corp.example/v1"],
    ["hosted_vllm", "https://models.corp.example/v1"],
    ["house", "http://10.0.0.7/v1"],
    ["house", "http://server.local:8080/v1"],
    ["house", "http://host.docker.internal:11434/v1"],
    ["house", "http://0.0.0.0:1234/v1"],
    ["house", "http://[::1]:1234/v1"],
  ])("%s at %s needs none", (name, url) => {
    expect(auth(name, url)).toEqual({ type: "no_auth" });
  });

  test.each([
    ["house", "https://models.corp.example/v1", "${HOUSE_API_KEY}"],
    ["openai", "https://gateway.corp.example/v1", "${OPENAI_API_KEY}"],
    ["house", "https://localhost.evil.example/v1", "${HOUSE_API_KEY}"],
    ["house", "https://10.example/v1", "${HOUSE_API_KEY}"],
  ])("%s at %s reads a variable", (name, url, key) => {
    expect(auth(name, url)).toEqual({ type: "static_key", key });
  });

  test("one nearby with a key in the file keeps it", () => {
    const text = JSON.stringify({
      provider: { lmstudio: { options: { baseURL: "http://localhost:1/v1", apiKey: "{env:LM_KEY}" } } },
    });
    expect(configOf(importFrom(text, { file: "opencode.json" })).providers).toMatchObject({
      lmstudio: { auth: { type: "static_key", key: "${LM_KEY}" } },
    });
  });
});

test.each([
  [{ modalities: { input: ["text", "image"], output: ["text"] } }, true],
  [{ modalities: { input: ["text"] } }, undefined],
  [{ attachment: true }, true],
  [{ attachment: false }, false],
])("images of a model of OpenCode: %j", (model, expected) => {
  const models = { m: { limit: { context: 8000 }, ...model } };
  const text = JSON.stringify({ provider: { house: { options: { baseURL: "http://localhost:1/v1" }, models } } });
  const result = importFrom(text, { file: "opencode.json" });
  const { models: imported } = configOf(result);
  expect(imported?.["house/m"]).toEqual(
    expect.objectContaining(expected === undefined ? { class: "full" } : { supports_vision: expected }),
  );
  expect(result.remarks.map(({ message }) => message).join()).not.toContain("modalities.input has no counterpart");
});

describe("a container", () => {
  test.each<readonly [string, Json, readonly string[] | undefined]>([
    ["docker", ["run", "-i", "--rm", "-e", "FORGE_TOKEN", "acme/x:1"], ["FORGE_TOKEN"]],
    ["docker", ["run", "--env", "A", "--env=B", "-eC", "x"], ["A", "B", "C"]],
    ["podman", ["run", "-ie", "A", "x"], ["A"]],
    ["/usr/local/bin/docker", ["run", "-e", "A", "-e", "A", "x"], ["A"]],
    ["docker.exe", ["run", "-e", "A", "x"], ["A"]],
    ["cmd", ["/c", "docker", "run", "-e", "A", "x"], ["A"]],
    ["docker run -i -e A x", [], ["A"]],
    ["sudo", ["docker", "run", "-e", "A", "x"], ["A"]],
    ["docker", ["run", "x", "-e", "A"], undefined],
    ["docker", ["run", "-e", "A=b", "x"], undefined],
    ["docker", ["run", "-e", "SET", "x"], undefined],
    ["docker", ["run", "--entrypoint", "A", "x"], undefined],
    ["node", ["run", "-e", "A"], undefined],
    ["docker", ["run", "-e", "${A}", "x"], undefined],
  ])("%s %j passes on %j", (command, args, names) => {
    const passed = (server({ command, args, env: { SET: "1" } }) as { pass_env?: Json }).pass_env;
    expect(passed).toEqual(names && ["HOME", "PATH", "LANG", "TMPDIR", ...names]);
  });
});
