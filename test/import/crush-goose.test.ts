/** What the files of Crush and goose have that no other tool's have. */
import { describe, expect, test } from "vitest";
import { checkImport } from "../../src/toolkit/check-import.js";
import { importFrom } from "../../src/toolkit/import-from.js";

const said = (text: string, file: string): readonly string[] =>
  importFrom(text, { file }).remarks.map((one) => one.message);

describe("Crush", () => {
  const crush = (value: object): string => JSON.stringify(value);

  test.each([
    ["$TOKEN", "${TOKEN}", []],
    ["${TOKEN}", "${TOKEN}", []],
    ["$(echo $TOKEN)", "${TOKEN}", []],
    ['$(echo "${TOKEN}")', "${TOKEN}", []],
    ["$(gh auth token)", "${A_KEY}", ["A_KEY"]],
    ["$(cat $(find . -name key))", "${A_KEY}", ["A_KEY"]],
    ["$(echo hunter2)", "${A_KEY}", ["A_KEY"]],
    ["hunter2", "${A_API_KEY}", ["A_API_KEY"]],
  ])("the key %s becomes %s", (key, expected, wanted) => {
    const text = crush({ providers: { a: { base_url: "https://a.example/v1", api_key: key } } });
    const result = importFrom(text, { file: "crush.json" });
    expect(result).toMatchObject({ ok: true, config: { providers: { a: { auth: { key: expected } } } } });
    expect(result.ok ? result.variables.map(({ name }) => name) : []).toEqual(wanted);
    expect(JSON.stringify(result)).not.toMatch(/hunter2|HUNTER/);
  });

  test("each command is a variable, and no text becomes a command", () => {
    const text = crush({
      mcp: { a: { type: "stdio", command: "x", env: { ONE: "$(a b)", TWO: "$(c d)/$(a b)", X: "$(a" } } },
    });
    expect(importFrom(text)).toMatchObject({
      config: { mcp_servers: { a: { env: { ONE: "${A_ONE}", TWO: "${A_TWO}/${A_TWO_2}", X: "$$(a" } } } },
    });
  });

  test("a model that is chosen and whose window the file has is a default, and any other one is listed", () => {
    const providers = { a: { base_url: "https://a.example/v1", models: [{ id: "big", context_window: 9000 }] } };
    const models = { large: { provider: "a", model: "big", think: true }, small: { provider: "b", model: "tiny" } };
    const text = crush({ providers, models });
    const result = importFrom(text, { file: "crush.json" });
    expect(result).toMatchObject({ config: { defaults: { full: "a/big" } } });
    expect(said(text, "crush.json")).toContain("models.large.think has no counterpart");
    expect(said(text, "crush.json")).toContain("models.small names a model that is not taken over, and is left out");
  });

  test.each([
    ["anthropic", undefined, "custom_alpha_compatible"],
    ["openai-compat", "https://a.example/v1", "custom_beta_compatible"],
    ["openai", "https://a.example/v1", "custom_beta_compatible"],
    [undefined, "https://a.example/v1", "custom_alpha_compatible"],
    ["bedrock", undefined, undefined],
    ["azure", "https://a.example", undefined],
  ])("a provider of type %s at %s is a %s", (type, url, kind) => {
    const text = crush({ providers: { anthropic: { type, base_url: url, api_key: "$K" } } });
    const result = importFrom(text, { file: "crush.json" });
    if (kind === undefined) expect(result.remarks).toHaveLength(1);
    else expect(result).toMatchObject({ config: { providers: { anthropic: { kind: { type: kind } } } } });
  });

  test.each([
    [
      '{ "mcp": { "a": { "type": "http", "url": "https://a.example", "headers": { "X-Key": "Zx81kLmQ02rT" } } } }',
      "secret/literal",
    ],
    ['{ "providers": { "a": { "base_url": "https://a.example/v1", "api_key": "Zx81kLmQ02rT" } } }', "secret/literal"],
    ['{ "mcp": { "a": { "type": "stdio" } } }', "schema/missing-key"],
    ['{ "mcp": { "a": { "type": "stdio", "cmd": "x" } } }', "schema/missing-key"],
  ])("a check of %s finds %s", (text, rule) => {
    expect(checkImport(text, { file: "crush.json" })).toMatchObject({
      ok: true,
      diagnostics: expect.arrayContaining([expect.objectContaining({ rule, severity: "error" })]),
    });
  });
});

describe("goose", () => {
  const FILE = "goose/config.yaml";

  test("parts of goose are no servers, whether they are on or not, and are no mistakes", () => {
    const text = ["builtin", "platform", "frontend", "inline_python"]
      .map((type) => `  ${type}: { type: ${type}, enabled: true, bundled: true, code: "x" }\n`)
      .join("");
    const yaml = `extensions:\n${text}`;
    expect(said(yaml, FILE)).toHaveLength(4);
    expect(checkImport(yaml, { file: FILE })).toMatchObject({
      diagnostics: Array.from({ length: 4 }, () => ({
        severity: "warning",
        message: expect.stringContaining("is a part of goose"),
      })),
    });
    expect(said('{ "mcpServers": { "a": { "type": "builtin" } } }', ".mcp.json")).toEqual([
      "mcpServers.a has neither a command nor a URL, and is left out",
    ]);
  });

  test("an extension without its command is an error", () => {
    const yaml = "extensions:\n  a: { type: stdio, name: a, args: [x] }\n  b: { type: streamable_http }\n";
    const errors = checkImport(yaml, { file: FILE });
    expect(errors).toMatchObject({
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ rule: "schema/missing-key", path: "/extensions/a", severity: "error" }),
        expect.objectContaining({ rule: "schema/missing-key", path: "/extensions/b", severity: "error" }),
      ]),
    });
  });

  test("a recipe has a list of extensions", () => {
    const yaml =
      "version: 1.0.0\ntitle: x\nextensions:\n  - { type: stdio, name: forge, cmd: forge-mcp, timeout: 5 }\n";
    expect(importFrom(yaml, { file: "recipe.yaml" })).toMatchObject({
      tool: "goose",
      config: { mcp_servers: { forge: { command: "forge-mcp", default_timeout_seconds: 5 } } },
    });
  });

  test.each([
    [
      "GOOSE_PROVIDER: openai\nOPENAI_HOST: https://gateway.corp.example\n",
      "openai",
      "https://gateway.corp.example/v1",
    ],
    ["GOOSE_PROVIDER: openai\nOLLAMA_HOST: localhost\n", "openai", "https://api.openai.com/v1"],
    ["GOOSE_PROVIDER: ollama\nOLLAMA_HOST: box.lan:11434\n", "ollama", "http://box.lan:11434/v1"],
    ["GOOSE_PROVIDER: anthropic\n", "anthropic", "https://api.anthropic.com"],
    ["", "openai", "https://api.openai.com/v1"],
  ])("the address of the model's provider: %s", (lines, provider, url) => {
    const yaml = `${lines}GOOSE_MODEL: big\nGOOSE_CONTEXT_LIMIT: 128000\n`;
    expect(importFrom(yaml, { file: FILE })).toMatchObject({
      config: { defaults: { full: `${provider}/big` }, providers: { [provider]: { url } } },
    });
  });

  test.each([
    [
      "GOOSE_PROVIDER: databricks\nGOOSE_MODEL: x\nGOOSE_CONTEXT_LIMIT: 9000\n",
      /speaks a dialect that is not known here/,
    ],
    [
      "GOOSE_PROVIDER: openai\nGOOSE_MODEL: x\n",
      /has no context window, .*; add `GOOSE_CONTEXT_LIMIT` and import it again/,
    ],
    ["active_provider: google\nproviders: { google: { model: x } }\n", /speaks a dialect that is not known here/],
  ])("%s is listed with a reason", (yaml, reason) => {
    expect(said(yaml, FILE).filter((message) => reason.test(message))).toHaveLength(1);
  });

  test("the numbers of the root are those of the model in use, which is the default", () => {
    const yaml =
      "active_provider: openai\nGOOSE_CONTEXT_LIMIT: 128000\nGOOSE_MAX_TOKENS: 4096\nproviders:\n  openai: { model: big }\n  anthropic: { model: other }\n";
    const result = importFrom(yaml, { file: FILE });
    expect(result).toMatchObject({
      config: {
        defaults: { full: "openai/big" },
        models: { "openai/big": { context_window: 128000, max_output_tokens_per_turn: 4096 } },
      },
    });
    expect(Object.keys(result.ok ? (result.config.models ?? {}) : {})).toEqual(["openai/big"]);
  });

  test("the form of today has the provider, and says that its model has no window", () => {
    const yaml =
      "active_provider: anthropic\nproviders:\n  anthropic: { enabled: true, model: big, configured: true }\n";
    expect(importFrom(yaml, { file: FILE })).toMatchObject({
      config: { providers: { anthropic: { auth: { key: "${ANTHROPIC_API_KEY}" } } } },
    });
    expect(said(yaml, FILE).join("\n")).toMatch(
      /has no context window, .*; add `GOOSE_CONTEXT_LIMIT` and import it again$/m,
    );
    expect(said(yaml, FILE).join("\n")).not.toContain("undefined");
  });
});

test.each(["https://x.example/mcp?sv=1.0&sig=ab12", "https://x.example/?signature=abcdef"])(
  "the signature of %s is not written",
  (url) => {
    const text = JSON.stringify({
      mcpServers: { a: { type: "http", url }, b: { command: "x", args: [url], env: { U: url } } },
    });
    expect(JSON.stringify(importFrom(text))).not.toMatch(/ab12|abcdef/);
  },
);
