/** What is offered at one place: order, spans, spelling, scopes, formats. */
import { expect, test } from "vitest";
import { completionsAt } from "../../src/service/complete/complete.js";
import { plainText } from "../../src/service/complete/snippet-text.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { ask, labels } from "./ask.js";
import { GLOBAL } from "./questions.js";

/** The text with the item of a label written into it. */
function written(text: string, label: string, more: object = {}): string {
  const item = ask({ text, global: GLOBAL, ...more }).find((one) => one.label === label);
  const whole = text.replace("¦", "");
  return item === undefined ? "nothing" : whole.slice(0, item.span.start) + item.insert + whole.slice(item.span.end);
}

test("required keys come first", () => {
  const items = ask({ text: "mcp_servers:\n  web:\n    ¦\n    transport: stdio\n" });
  expect(items[0]).toMatchObject({ kind: "key", label: "command", insert: "command: ", isRequired: true });
  expect(items.slice(1).every(({ isRequired }) => isRequired === false)).toBe(true);
});

test("a key that the layer below sets is not required", () => {
  const text = "mcp_servers:\n  docs:\n    ¦\n";
  expect(ask({ text, scope: "project", global: GLOBAL }).some(({ isRequired }) => isRequired)).toBe(false);
});

test("what only the global layer may set is not offered in a project", () => {
  expect(labels({ text: "¦", scope: "project" })).not.toContain("telemetry");
  expect(labels({ text: "¦" })).toContain("telemetry");
  expect(labels({ text: "telemetry:\n  ¦\n", scope: "project" })).toEqual([]);
  expect(labels({ text: "daemon:\n  ¦\n", scope: "project" })).not.toContain("follow_symlinks_for_configs");
});

test("the meaning of a value, and the default", () => {
  const items = ask({ text: "default_permission_matcher: ¦\n" });
  expect(items.map(({ label }) => label)).toEqual(["standard", "bypass", "bypass_plus", "autonomous"]);
  expect(items[0]).toMatchObject({ kind: "value", detail: "default" });
  expect(items.every(({ documentation = "" }) => documentation !== "")).toBe(true);
});

test.each([
  ["defaults:\n  full: ¦\n", "big", "defaults:\n  full: big\n"],
  ["defaults:\n  full:¦\n", "big", "defaults:\n  full: big\n"],
  ["defaults:\n  full: s¦mall # mine\n", "big", "defaults:\n  full: big # mine\n"],
  ['defaults: { full: "sm¦all", mini: x }\n', "big", 'defaults: { full: "big", mini: x }\n'],
  ["defaults:\n  full: '¦\n", "big", "defaults:\n  full: 'big'\n"],
  ["defaults:\r\n  full: ¦\r\n", "big", "defaults:\r\n  full: big\r\n"],
  ["\ufeffdefaults:\n  full: ¦\n", "big", "\ufeffdefaults:\n  full: big\n"],
  ['# 😀\ndefaults: { mini: "😀", full: ¦ }\n', "big", '# 😀\ndefaults: { mini: "😀", full: big }\n'],
  ["defaults:\n  full: big(¦)\n", "high", "defaults:\n  full: big(high)\n"],
  ['defaults: { full: "big(¦" }\n', "high", 'defaults: { full: "big(high)" }\n'],
  ["defaults:\n  ¦\n", "full", "defaults:\n  full: \n"],
  ["providers:\n  x:\n    ¦\n", "kind", "providers:\n  x:\n    kind:\n  \n"],
  ["providers:\n  x: { url: y, ¦ }\n", "kind", "providers:\n  x: { url: y, kind:  }\n"],
  ["providers:\n  x:\n    ur¦l: y\n", "kind", "providers:\n  x:\n    kind: y\n"],
  [
    "mcp_servers:\n  x:\n    transport: http\n    block_list:\n      ¦\n",
    "mcp__x__",
    "mcp_servers:\n  x:\n    transport: http\n    block_list:\n      - mcp__x__\n",
  ],
  [
    "mcp_servers:\n  x:\n    transport: http\n    url: https://$" + "{H¦}/y\n",
    "HOME",
    "mcp_servers:\n  x:\n    transport: http\n    url: https://$" + "{HOME}/y\n",
  ],
  ["daemon:\n  logging:\n    provider_autopsy: ¦\n", "true", "daemon:\n  logging:\n    provider_autopsy: true\n"],
  ["defaults:\n\t¦\n", "full", "defaults:\n\tfull: \n"],
  ["defaults:\n\tfull: b¦\n", "big", "defaults:\n\tfull: big\n"],
  ["models:\n\tmine:\n\t\tinherits: b¦ # x\n", "mine", "nothing"],
  ["models:\n\tmine:\n\t\tinherits: b¦ # x\n", "big", "models:\n\tmine:\n\t\tinherits: big # x\n"],
  ["models:\n\tmine: {}\ndefaults:\n\tfull: ¦\n", "mine", "models:\n\tmine: {}\ndefaults:\n\tfull: mine\n"],
  ["models:\n  mine:\n\t\tinh¦\n", "inherits", "models:\n  mine:\n\t\tinherits: \n"],
  ["models:\n  mine:\n  \tinh¦\n", "inherits", "models:\n  mine:\n  \tinherits: \n"],
  ["models:\n    mine:\n    \tinh¦\n", "inherits", "models:\n    mine:\n    \tinherits: \n"],
  ["tui:\n    theme: x\n\t¦\n", "alt-screen", "tui:\n    theme: x\n\talt-screen: \n"],
  ["models:\n\tmine:\n\t\treasoning:\n\t\t\t¦\n", "type", "models:\n\tmine:\n\t\treasoning:\n\t\t\ttype: \n"],
  [
    "mcp_servers:\n\tx:\n\t\turl: https://$" + "{H¦}/y\n",
    "HOME",
    "mcp_servers:\n\tx:\n\t\turl: https://$" + "{HOME}/y\n",
  ],
])("in YAML, %j with %s", (text, label, expected) => {
  expect(written(text, label)).toBe(expected);
});

test.each([
  ['{ "defaults": { "full": "¦" } }', "big", '{ "defaults": { "full": "big" } }'],
  ['{ "defaults": { "full": ¦ } }', "big", '{ "defaults": { "full": "big" } }'],
  ['{ "defaults": { "full": b¦\n  } }', "big", '{ "defaults": { "full": "big"\n  } }'],
  ['{\n  "defaults": {\n    "full": "b¦\n  }\n}', "big", '{\n  "defaults": {\n    "full": "big"\n  }\n}'],
  ['{ "defaults": { "full": "big(¦" } }', "high", '{ "defaults": { "full": "big(high)" } }'],
  ['{ "defaults": { ¦ } }', "full", '{ "defaults": { "full": "$1" } }'],
  ['{ "defaults": { ¦ "mini": "x" } }', "full", '{ "defaults": { "full": "$1", "mini": "x" } }'],
  ['{ "defaults": { "mi¦ni": "x" } }', "full", '{ "defaults": { "full": "x" } }'],
  ['// c\n{ "tui": { "theme": "¦", } }', "dark", '// c\n{ "tui": { "theme": "dark", } }'],
])("in JSON, %j with %s", (text, label, expected) => {
  expect(written(text, label, { format: "jsonc" })).toBe(expected);
});

test.each([
  ["# a comment ¦\n"],
  ["defaults: # ¦\n"],
  ["defaults:\n\t# ¦\n"],
  ["defaults:\n\t¦\tfull: x\n"],
  ["defaults:\n\tfull: |\n\t\t¦\n"],
  ["defaults:\n  full: |\n    ¦\n"],
  ["nothing:\n  known:\n    ¦\n"],
  ["plugins:\n  x:\n    ¦\n"],
])("nothing fits in %j", (text) => {
  expect(labels({ text, global: GLOBAL })).toEqual([]);
});

test("catalog models and providers, and facets that are built in", () => {
  const catalog = { providers: { acme: {} }, models: { "acme/one": {}, big: {} } };
  expect(labels({ text: "defaults:\n  full: ¦\n", catalog })).toEqual(["acme/one", "big"]);
  expect(labels({ text: "providers:\n  x:\n    kind: { type: catalog, name: ¦ }\n", catalog })).toEqual(["acme"]);
  expect(labels({ text: "facets:\n  ¦\n" })).toEqual(["execute", "plan"]);
});

test("a snippet is a whole entry", () => {
  const [model] = ask({ text: "models:\n  ¦\n" });
  expect(model?.insert).toBe(
    "$" +
      '{1:acme/big}:\n  provider: "$' +
      '{2:alpha}"\n  class: "$' +
      '{3|full,mini,nano|}"\n  context_window: $' +
      "{4:200000}",
  );
  expect(model).toMatchObject({ kind: "snippet", isSnippet: true });
});

test("a key has its type and its meaning, also in a variant", () => {
  const items = ask({ text: "mcp_servers:\n  web:\n    transport: stdio\n    ¦\n" });
  expect(items.find(({ label }) => label === "command")).toMatchObject({ detail: "string" });
  expect(items.filter(({ kind, documentation = "" }) => kind === "key" && documentation === "")).toEqual([]);
});

test("no answer outside of the text, inside of a line break, and in a text that is too long", () => {
  const known = { snapshot: undefined, variables: [] };
  const count = (text: string, offset: number): number =>
    completionsAt({ text, format: "yaml", shape: configShape, scope: "global" }, offset, known).length;
  expect(count("defaults:\r\n", 11)).toBeGreaterThan(10);
  expect(count("defaults:\r\n", 12)).toBe(0);
  expect(count("defaults:\r\n", 10)).toBe(0);
  expect(count("", -1)).toBe(0);
  expect(count(`# ${"x".repeat(2 ** 20)}\n`, 2 ** 20 + 3)).toBe(0);
});

test("a snippet for an editor that does not know them", () => {
  const plain = (text: string, label: string, format: "yaml" | "json" = "yaml"): string | undefined =>
    ask({ text, format })
      .filter((item) => item.label === label)
      .map(plainText)[0];
  expect(plain("models:\n  ¦\n", "new model")).toBe(
    'acme/big:\n  provider: "alpha"\n  class: "full"\n  context_window: 200000',
  );
  expect(plain("{ ¦ }", "$schema", "json")).toBe('"$schema": ""');
  expect(plain('{ "version": 3 ¦ }', "models", "json")).toBe(',"models": {}');
  expect(plain("{ ¦ }", "config_command_substitution", "json")).toBe('"config_command_substitution": true');
});

test.each(["¦", "// mine\n¦\n", "\ufeff¦"])("a key in an empty file of JSON brings its braces: %j", (text) => {
  const item = ask({ text, format: "jsonc" }).find(({ label }) => label === "models");
  expect(item && plainText(item)).toBe('{ "models": {} }');
});

test("a new model has a provider that there is", () => {
  const providers = 'version: 3\nproviders: { "odd } name": {}, acme: {}, other: {} }\n';
  const plain = (global: string, text: string): string | undefined => ask({ text, global }).map(plainText)[0];
  expect(plain(providers, "models:\n  ¦\n")).toMatch(/^acme\/big:\n {2}provider: "acme"\n/);
  expect(plain("", "providers: { mine: {} }\nmodels:\n  ¦\n")).toMatch(/^acme\/big:\n {2}provider: "mine"\n/);
});

test("a name that reads like a substitution is written with an escape", () => {
  const global = `version: 3\nmodels: { "\${HOME}": {}, "$(x)": {} }\n`;
  const line = "defaults:\n  full: ¦\n";
  expect(written(line, "${HOME}", { global })).toBe(`defaults:\n  full: "$\${HOME}"\n`);
  expect(written(line, "$(x)", { global })).toBe('defaults:\n  full: "$$(x)"\n');
});
