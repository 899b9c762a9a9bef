/** Text that is no secret is shown: in a frame that explains a mistake, and by every command that prints values. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { reaching, redacted } from "../../src/toolkit/mean/redaction/cover.js";
import { hiddenIn } from "../../src/toolkit/mean/redaction/hidden.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { lookArbitrary, type Slip, slipped, slipsArbitrary } from "../arbitrary/slips.js";
import { type Look, write } from "../arbitrary/written.js";
import { cases, slowCases } from "../cases.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";
import { render } from "../report/sound.js";

/** A text as frames show it. */
function shown(text: string, format: "yaml" | "json" | "jsonc" = "yaml"): string {
  const document = parse({ file: "config", text }, format);
  return redacted(text, hiddenIn([{ document, scope: "global" }])(document, { start: 0, end: text.length }));
}

describe("shown as it is written", () => {
  test.each([
    "verson: 3",
    "providers: { a: { headers: { X-Title: Agent: the tool } } }",
    "providers: { a: { headers: { X-Team: platform, X-Title: 'Agent: the tool' } } }",
    "providers: { a: { auth: { type: static_key, key: ${A_KEY} } } }",
    "providers: { a: { auth: { type: static_key, key: ${A_KEY} }, models: [ }",
    "providers: { a: { auth: { type: static_key, key: $A_KEY, format: bearer_token } } }",
    "providers: { a: { auth: { type: static_key, key: $(pass show api/a } } }",
    'providers: { a: { auth: { type: static_key, key: "%A_KEY%" } }, b: { auth: { type: static_key, key: "env:B" } } }',
    "provider: { a: { auth: { type: static_key, key: $(cat ~/.netrc) }, url: https://x.example } }",
    "mcp_servers: { f: { transport: stdio, comand: files-mcp, env: { TOKEN: $(cat ~/.netrc), MODE: fast } } }",
    "telemetry: { endpoint: https://otel.example }",
    "telemetry: { endpoint: https://otel.example/v1?region=eu&version=2 }",
    "models: { a: { maxTokens: '8192', max_token: 8192, class: flul } }",
    "permission: { secret_files: [.env] }",
    "daemon: { log_level: inof, max_tool_turn: '80%', web: { https_proxy: http://proxy.example:3128 } }",
    "auth: { type: oauth }",
    "mcp_servers: { f: { args: [-y, '@modelcontextprotocol/server-filesystem', --port, '8080'] } }",
    "# The token is read from the environment, see docs/keys.md: nothing to write here.\nversion: 3",
  ])("%s", (text) => {
    expect(shown(text)).toBe(text);
    // A text that cannot be read is not worth less.
    const broken = `${text}\n}: [`;
    expect(parse({ file: "config", text: broken }, "yaml").root).toBeUndefined();
    expect(shown(broken)).toBe(broken);
  });

  test('{ "$schema": … }', () => {
    const text = '{ "$schema": "https://x.example/config.schema.json", "verson": 3, "tui": { "theme": "drak" } }';
    expect(shown(text, "json")).toBe(text);
    expect(shown(text.slice(0, -2), "json")).toBe(text.slice(0, -2));
  });
});

describe("hidden, and nothing beside it", () => {
  test.each([
    ["providers: { a: { base_url: 'https://«me:two words»@x.example/v1' } }"],
    [String.raw`providers: { a: { base_url: "https://«me:a\"b»@x.example/v1" } }`],
    [String.raw`providers: { a: { host: "https://«me:a\"b c»@x.example/v1" } }`],
    ["providers: { a: { host: https://«me:a/b'c`d»@x.example/v1 } }"],
    ["providers: { a: { auth: { type: static_key, kee: «sk-12ab» } } }"],
    ["providers: { a: { tokne: «abc123DEF456», name: x } }"],
    ["providers: { a: { auth: { type: static_key, key: '${A:-«echo ZqfCANARYx9Kf2»}' } } }"],
    ["providers: { a: { auth: «hunter2», url: https://x.example } }"],
    ["providers: { a: { headers: { X-Team: platform, X-Api-Key: «correct horse» } } }"],
    ["providers: { a: { headers: { Authorization: «'Bearer hunter2'» } } }"],
    ["mcp_servers: { f: { env: { A_TOKEN: «hunter2», A: b, B: «9f86d081884c7d659a2feaa0c55ad015» } } }"],
    ["plugins: { a: { api_key: «hunter2», password: «12345678», secrets: { db: «x y» }, key: '${A}' } }"],
    ["plugins: { a: { hook: https://x.example/a?token=«hunter2»&v=2, url: https://«me:hunter2»@x.example/a } }"],
    ["plugins: { a: 'the key was «sk-0123456789-example», once' }"],
    ["version: 3 # api_key: «hunter2»"],
    ["# Authorization: «Bearer hunter2»\nversion: 3"],
    ['providers: { a: { auth: { type: static_key, key: «"hunter\\x32 \\"x\\""» } } }'],
    ["providers: { a: { auth: { type: static_key, key: ${A:-«hunter2»} } } }"],
    ["plugins: { a: $(curl -u me --password «hunter2» https://x.example) }"],
    ["daemon: { web: { https_proxy: '«me:correcthorse»@proxy.example:3128', http_proxy: 'http:/«me:horse»@h' } }"],
    ["providers: { a: { url: '«me:correct/horse»@h/v1' }, b: { url: '${USER}@h' }, c: { url: https://h/@scope } }"],
    ["mcp_servers: { a: { transport: http, url: '//«me:correcthorse»@h/v1' } }"],
  ])("%s", (marked) => {
    const text = marked.replace(/[«»]/g, "");
    expect(shown(text)).toBe(marked.replace(/«[^»]*»/g, "<redacted>"));
  });

  test.each([
    ["providers:\n  a:\n    auth:\n      type: static_key\n      key: «hunter2, {x}»\n    x: [\n"],
    ["providers: { a: { auth: { type: static_key, key: «hunter2» } } }\nx: ["],
    [
      "providers:\n  a:\n    auth:\n      type: static_key\n      key: |\n        «hunter2»\n        «hunter3»\n  b: [\n",
    ],
    ["providers: { a: { auth: { type: static_key, key: >-\n   «hunter2»\n   «hunter3»\n } } }\n"],
    ["permissions:\n  secret_words:\n    «- hunter2»\n    «- hunter3»\n  secret_files: [.env\n"],
    ["permissions: { secret_words: [«hunter2, hunter3»], secret_files: [.env\n"],
    ["mcp_servers: { f: { args: [--token, «hunter2», -v, --pass=«hunter3»], env: { A_TOKEN: «x»\n"],
  ])("in a text that cannot be read: %s", (marked) => {
    const text = marked.replace(/[«»]/g, "");
    expect(parse({ file: "config", text }, "yaml").root).toBeUndefined();
    expect(shown(text)).toBe(marked.replace(/«[^»]*»/g, "<redacted>"));
  });
});

test("a block of very many lines is hidden line by line", () => {
  const count = cases(200_000);
  const text = `x: [\ntoken: |\n${"  a1\n".repeat(count)}`;
  expect(shown(text)).toBe(`x: [\ntoken: |\n${"  <redacted>\n".repeat(count)}`);
});

/** The only secret in what slips are made in. */
const SECRET = /^["']?hunter22["']?$/;

function texts(slips: readonly Slip[], order: number, looks: readonly [Look, Look]): readonly LintText[] {
  const trees = slipped(slips, order);
  return (["global", "project"] as const).map((as, index) => {
    const look = looks[index] ?? looks[0];
    return { file: as, as, format: look.format, text: write(trees[as], look).text };
  });
}

test("of slips in a configuration nothing is hidden but the secrets", () => {
  const some = fc.tuple(slipsArbitrary, fc.nat(9), fc.tuple(lookArbitrary, lookArbitrary));
  fc.assert(
    fc.property(some, ([slips, order, looks]) => {
      const result = lint({ texts: texts(slips, order, looks) });
      const { json, concise } = render(result);
      expect(json + concise).not.toContain("<redacted>");
      const documents = result.layers.map(({ document }) => document);
      const hiddenWithin = hiddenIn(documents.map((document) => ({ document, scope: "global" })));
      for (const document of documents) {
        const { text } = document.source;
        const hidden = hiddenWithin(document, { start: 0, end: text.length });
        expect(hidden.map(({ start, end }) => text.slice(start, end)).filter((part) => !SECRET.test(part))).toEqual([]);
        const spans = [...text.matchAll(/hunter22/g)].map(({ index }) => ({ start: index, end: index + 8 }));
        expect(spans.filter((span) => reaching(hidden, span).length === 0)).toEqual([]);
      }
    }),
    { numRuns: slowCases(1000) },
  );
});

test("commands print what frames show", async () => {
  const place = machine({
    [GLOBAL]: `version: 3
config_command_substitution: true
providers: { a: { kind: { type: custom_beta_compatible }, url: https://a.example/v1, auth: { type: static_key, key: $(cat ~/.netrc) }, headers: { X-Team: platform } } }
mcp_servers: { f: { transport: stdio, command: files-mcp, args: [-v, --token=hunter2], env: { TOKEN: "\${T}", MODE: fast } } }
`,
  });
  const say = async (...args: string[]): Promise<string> => (await place.run(args)).stdout;
  expect(await say("get", "providers.a")).toContain('"key": "$(cat ~/.netrc)"');
  expect(await say("show", "providers.a.headers")).toBe("X-Team: platform\n");
  expect(await say("explain", "providers.a.url")).toContain("value    https://a.example/v1\n");
  expect(await say("get", "mcp_servers.f.args[0]")).toBe("-v\n");
  // A script must not take the place of a secret for one.
  expect(await say("get", "mcp_servers.f.args[1]")).toBe("");
  expect(await say("show", "mcp_servers.f.args")).toContain("--token=<redacted>");
  expect(await say("show", "mcp_servers.f.env")).toBe("TOKEN: ${T}\nMODE: fast\n");
  expect(await say("plan")).toContain("runs     `cat ~/.netrc`\n");
});
