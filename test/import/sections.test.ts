/** Sections of another tool's file that hold no entries or belong to a third tool, and keys of its root that are about something else. */
import { expect, test } from "vitest";
import { checkImport } from "../../src/toolkit/check-import.js";
import { importFrom } from "../../src/toolkit/import-from.js";

const said = (text: string, file: string): readonly string[] =>
  importFrom(text, { file }).remarks.map(({ message }) => message);

const SERVER = '"mcpServers": { "a": { "command": "x" } }';
const PROVIDER = "providers: { openai: { model: m } }";

test.each([
  ["goose/config.yaml", `extensions: 5\n${PROVIDER}\nactive_provider: openai\n`, "extensions is neither a mapping"],
  ["goose/config.yaml", "GOOSE_PROVIDER: openai\nextensions: a, b\n", "extensions is neither a mapping"],
  ["goose/config.yaml", "GOOSE_PROVIDER: openai\nproviders: null\n", "providers has no entries"],
  [
    "opencode.json",
    '{ "provider": true, "mcp": { "a": { "type": "local", "command": ["x"] } } }',
    "provider is neither",
  ],
  ["config.toml", 'model = "m"\nmodel_provider = "openai"\nmcp_servers = 3\n', "mcp_servers is neither a mapping"],
  [".mcp.json", '{ "mcpServers": [] }', "mcpServers has no entries"],
])("%s: %s", (file, text, message) => {
  expect(said(text, file).filter((one) => one.startsWith(message))).toHaveLength(1);
});

test.each([
  ["theme", "theme says nothing of servers, providers or models"],
  ["theme editor", "theme says nothing of servers, providers or models, nor does `editor`"],
  ["a b c", "a says nothing of servers, providers or models, nor do `b` and `c`"],
  ["a b c d e f g h", "a says nothing of servers, providers or models, nor do `b`, `c`, `d`, `e`, `f` and 2 more"],
  ["a sk-0123456789abcdefghij0123=x", "a says nothing of servers, providers or models, nor does `<redacted>…`"],
  ["a \u001b[31m", "a says nothing of servers, providers or models, nor does `\\x1b[31m`"],
])("the keys %j of the root are named", (keys, message) => {
  const others = keys.split(" ").map((key) => `${JSON.stringify(key)}: 1`);
  expect(said(`{ ${SERVER}, ${others.join(", ")} }`, ".mcp.json")).toContain(message);
});

test("an empty mapping is no mistake", () => {
  expect(said('{ "mcpServers": {} }', ".mcp.json").filter((one) => one.includes("entries"))).toEqual([]);
});

/** Files that their tool is known by, with servers where another tool has them. */
const BORROWED_SECTIONS = [
  ["crush.json", '{ "$schema": "https://charm.land/crush.json", "mcpServers": SERVERS }', "mcpServers", "mcp"],
  ["opencode.json", '{ "$schema": "https://opencode.ai/config.json", "mcpServers": SERVERS }', "mcpServers", "mcp"],
  [
    "opencode.json",
    '{ "mcp": {}, "provider": { "p": { "npm": "x" } }, "context_servers": SERVERS }',
    "context_servers",
    "mcp",
  ],
  [
    ".zed/settings.json",
    '{ "theme": "x", "language_models": {}, "mcpServers": SERVERS }',
    "mcpServers",
    "context_servers",
  ],
  [".vscode/mcp.json", '{ "servers": { "b": { "command": "y" } }, "mcpServers": SERVERS }', "mcpServers", "servers"],
  [".mcp.json", '{ "mcpServers": {}, "context_servers": SERVERS }', "context_servers", "mcpServers"],
  ["goose/config.yaml", "GOOSE_MODEL: m\nmcpServers: SERVERS\n", "mcpServers", "extensions"],
  ["litellm_config.yaml", "model_list: [{ litellm_params: {} }]\nmcpServers: SERVERS\n", "mcpServers", "mcp_servers"],
  [".codex/config.toml", 'model = "m"\n[mcpServers.a]\ncommand = "x"\n', "mcpServers", "mcp_servers"],
] as const;

test.each(BORROWED_SECTIONS)("%s: %s", (file, text, section, own) => {
  const result = importFrom(text.replace("SERVERS", '{ "a": { "command": "x" } }'), { file });
  expect(result.ok && result.config.mcp_servers?.["a"]).toEqual({ transport: "stdio", command: "x" });
  expect(said(text.replace("SERVERS", '{ "a": { "command": "x" } }'), file)).toContain(
    `${section} is a section of other tools, taken for \`${own}\``,
  );
});

test.each(BORROWED_SECTIONS.slice(0, 8))("%s: %s, checked", (file, text, section, own) => {
  const checked = checkImport(text.replace("SERVERS", '{ "a": { "args": ["x"] } }'), { file, as: "global" });
  const found = checked.ok ? checked.diagnostics.map(({ severity, rule, message }) => [severity, rule, message]) : [];
  expect(found).toContainEqual([
    ...["warning", "schema/unknown-key"],
    expect.stringMatching(new RegExp(`^\`${section}\` is a section of other tools; .+ reads \`${own}\``)),
  ]);
  expect(found).toContainEqual(["error", "schema/missing-key", expect.stringContaining("neither a command nor a URL")]);
});

test("the old form of Continue's file has models in a list with titles", () => {
  const text = `{ "models": [
    { "title": "GPT", "provider": "openai", "model": "gpt-4", "contextLength": 8192, "completionOptions": { "maxTokens": 900 } }
  ], "mcpServers": { "a": { "command": "x" } } }`;
  const result = importFrom(text, { file: ".continue/config.json" });
  expect(result.ok && result.config).toMatchObject({
    mcp_servers: { a: { command: "x" } },
    providers: { openai: { url: "https://api.openai.com/v1" } },
    models: { "openai/gpt-4": { context_window: 8192, max_output_tokens_per_turn: 900 } },
  });
  expect(said(text, ".continue/config.json")).not.toContainEqual(expect.stringContaining("already"));
});

test.each([
  ["cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY"],
  ["nvidia_nim", "https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY"],
  ["nvidia", "https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY"],
  ["together_ai", "https://api.together.xyz/v1", "TOGETHER_API_KEY"],
  ["fireworks_ai", "https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"],
  ["moonshot", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY"],
])("the vendor %s is known by its name alone", (name, url, variable) => {
  const text = `model_list: [{ model_name: m, litellm_params: { model: ${name}/m }, model_info: { max_input_tokens: 9000 } }]\n`;
  const result = importFrom(text, { file: "litellm_config.yaml" });
  expect(result.ok && result.config.providers).toMatchObject({
    [name]: { url, auth: { type: "static_key", key: `\${${variable}}` } },
  });
});
