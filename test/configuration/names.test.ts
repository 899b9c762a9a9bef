/** Attacks through names: of prototypes, of paths, and names that differ only in case (section C). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPath, parsePath, toPointer } from "../../src/text/path.js";
import type { LoadResult } from "../../src/toolkit/load.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import { nameArbitrary } from "../arbitrary/config.js";
import { layered } from "../machine/layered.js";

const CUSTOM = '"kind":{"type":"custom_alpha_compatible"},"url":"https://p.test"';
const STDIO = '"transport":"stdio","command":"c"';
const EVIL = '"__proto__":{"isAdmin":true,"kind":{"type":"custom_alpha_compatible"},"transport":"stdio","source":"x"}';

/** A configuration with the forbidden name as an entry of each map there is. */
const MAPS: readonly (readonly [string, string])[] = [
  ["providers", `"providers":{${EVIL}}`],
  ["models", `"models":{${EVIL}}`],
  ["mcp_servers", `"mcp_servers":{${EVIL}}`],
  ["facets", `"facets":{${EVIL}}`],
  ["subagents", `"subagents":{${EVIL}}`],
  ["plugins", `"plugins":{${EVIL}}`],
  ["headers", `"providers":{"p":{${CUSTOM},"headers":{"__proto__":"v"}}}`],
  ["env", `"mcp_servers":{"s":{${STDIO},"env":{"__proto__":"v"}}}`],
  ["request_option_defaults", `"models":{"m":{"request_option_defaults":{"__proto__":true}}}`],
];

/** Expects that nothing in a value has a prototype of its own, or a key that is not its own. */
function expectPlain(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  expect(Object.getPrototypeOf(value)).toBe(Array.isArray(value) ? Array.prototype : Object.prototype);
  expect(Reflect.get(value, "isAdmin")).toBeUndefined();
  for (const child of Object.values(value)) expectPlain(child);
}

describe.each(FORMAT_NAMES)("%s", (format) => {
  describe.each([
    ["as it is", "__proto__"],
    ["escaped", "\\u005f_proto__"],
  ])("%s", (_, name) => {
    test.each(MAPS)("C01 __proto__ as an entry of %s", async (_, text) => {
      const mean = `{"version":3,"defaults":{"full":"mean"},${text.replace("__proto__", name)}}`;
      const global = { defaults: { full: "kind" }, providers: {}, plugins: {}, mcp_servers: {} };
      Object.assign(global, { models: { kind: { context_window: 5000 } } });

      const project = layered({ global, project: mean, format });
      const loaded = await project.load();
      expect(project.said(loaded)).toEqual(["project error schema/reserved-name __proto__"]);
      expect(project.said(project.lint())).toEqual(project.said(loaded));
      expect([loaded.ok, loaded.config?.defaults?.full]).toEqual([true, "kind"]);
      expectPlain(loaded.config);

      const user = layered({ global: mean, project: {}, format });
      const failed = await user.load();
      expect(user.said(failed)).toEqual(["global error schema/reserved-name __proto__"]);
      expect(user.said(user.lint())).toEqual(user.said(failed));
      expect([failed.ok, failed.config]).toEqual([false, undefined]);
      expect(Reflect.get({}, "isAdmin")).toBeUndefined();
    });
  });

  test("C06 __proto__ inside a plugin's value", async () => {
    const project = '{"version":3,"plugins":{"a":{"__proto__":{"isAdmin":true}}}}';
    const at = layered({ global: {}, project, format });
    const { config, origin, diagnostics } = await at.load();
    expect(at.said({ diagnostics })).toEqual(["project error schema/reserved-name __proto__"]);
    expect(Reflect.get(Object(config?.plugins?.["a"]), "isAdmin")).toBeUndefined();
    expect([origin("plugins.a.isAdmin"), origin("plugins.a.__proto__.isAdmin")]).toEqual([undefined, undefined]);
  });

  test("C01 other names of Object.prototype are ordinary names", async () => {
    const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");
    const entries = (value: object): Record<string, object> => Object.fromEntries(names.map((name) => [name, value]));
    const config = {
      providers: entries({ kind: { type: "custom_alpha_compatible" }, url: "https://p.test" }),
      plugins: entries({ a: 1 }),
      facets: entries({ source: "agent://x" }),
    };
    for (const layers of [{ global: config }, { project: config }, { global: config, project: config }]) {
      const at = layered({ ...JSON.parse(JSON.stringify(layers)), format });
      const result = await at.load();
      expect(at.said(result)).toEqual([]);
      expect(result.config).toMatchObject(config);
      expect(result.origin("providers.toString.url")).toMatchObject({ path: "/providers/toString/url" });
      expect(result.origin("providers.toString.url.length")).toBeUndefined();
      expectPlain(result.config);
    }
  });

  test("C01 options with names of Object.prototype are inherited like any other", async () => {
    const options = { toString: "${K}", constructor: "c", valueOf: true };
    const global = {
      models: { parent: { context_window: 1000, request_option_defaults: options }, child: { inherits: "parent" } },
    };
    const { config, origin } = await layered({ global, project: {}, env: { K: "key" }, format }).load();
    expect(config?.models?.["child"]?.request_option_defaults).toEqual({ ...options, toString: "key" });
    for (const name of Object.keys(options)) {
      const path = `/models/parent/request_option_defaults/${name}`;
      expect(origin(path.replace("parent", "child"))).toMatchObject({ layer: "global", path });
    }
  });

  test("C08 names with dots and slashes are looked up as they are", async () => {
    const names = ["a/b.c-d_e", "a.b", "a", "a/b", "~1", "0"];
    const models = Object.fromEntries(names.map((name, index) => [name, { context_window: index + 1 }]));
    const wrong = { models: { "a/b.c-d_e": { class: "huge" }, "a.b": { class: "huge" } } };
    const at = layered({ global: { models }, project: wrong, format });
    const { config, origin, diagnostics } = await at.load();
    expect(Object.keys(config?.models ?? {})).toEqual(["0", ...names.slice(0, -1)]);
    for (const [index, name] of names.entries()) {
      expect(config?.models?.[name]?.context_window).toBe(index + 1);
      for (const path of [
        `models[${JSON.stringify(name)}].context_window`,
        toPointer(["models", name, "context_window"]),
      ])
        expect(origin(path)).toMatchObject({ layer: "global", path: toPointer(["models", name, "context_window"]) });
    }
    expect([origin("models.a.b"), origin("models.a.b.context_window")]).toEqual([undefined, undefined]);
    const wrongOnes = diagnostics.filter(({ rule }) => rule === "schema/unknown-value");
    expect(wrongOnes.map(({ path }) => path)).toEqual(["/models/a~1b.c-d_e/class", "/models/a.b/class"]);
    expect(wrongOnes.map(({ message }) => message.split("`")[1])).toEqual([
      'models["a/b.c-d_e"].class',
      'models["a.b"].class',
    ]);
  });

  test("C10 providers that differ in case are two providers", async () => {
    const provider = (url: string): object => ({ kind: { type: "custom_alpha_compatible" }, url });
    const global = JSON.parse(JSON.stringify({ providers: { Alpha: provider("https://one.test") } }));
    const project = JSON.parse(JSON.stringify({ providers: { alpha: provider("https://two.test") } }));
    const { config } = await layered({ global, project, format }).load();
    expect(config?.providers?.["Alpha"]).toMatchObject({ url: "https://one.test" });
    expect(config?.providers?.["alpha"]).toMatchObject({ url: "https://two.test" });
  });

  describe("C10 headers that differ in case are one header", () => {
    const layer = (headers: object) =>
      JSON.parse(
        JSON.stringify({
          providers: { p: { kind: { type: "custom_alpha_compatible" }, url: "https://p.test", headers } },
          mcp_servers: { s: { transport: "http", url: "https://s.test", headers } },
        }),
      );
    const headersOf = ({ config }: LoadResult): readonly unknown[] => [
      config?.providers?.["p"]?.headers,
      config?.mcp_servers?.["s"],
    ];

    test("C10 the spelling of the project wins", async () => {
      const at = layered({ global: layer({ "X-A": "one", B: "b" }), project: layer({ "x-a": "two" }), format });
      const result = await at.load();
      const headers = { B: "b", "x-a": "two" };
      expect(headersOf(result)).toEqual([headers, expect.objectContaining({ headers })]);
      expect(result.origin("providers.p.headers.x-a")).toMatchObject({ layer: "project" });
      expect(result.origin("providers.p.headers.X-A")).toBeUndefined();
    });

    test.each(["global", "project"] as const)("C10 twice in one file is a mistake: %s", (scope) => {
      const found = layered({ [scope]: layer({ "X-A": "one", "x-a": "two" }), format }).lint().diagnostics;
      for (const path of ["/providers/p/headers/x-a", "/mcp_servers/s/headers/x-a"])
        expect(found.filter((diagnostic) => diagnostic.path === path)).toHaveLength(1);
    });
  });
});

describe("C05 paths that reach for a prototype", () => {
  test.each([
    "__proto__.x",
    "__proto__",
    "a.__proto__",
    "a.__proto__.x",
    '["__proto__"]',
    '["__proto__"].x',
    'a["__proto__"]',
    'a["\\u005f_proto__"].x',
    "a[0].__proto__",
    "/__proto__",
    "/__proto__/x",
    "/a/__proto__",
  ])("C05 %s is no path", async (text) => {
    expect(parsePath(text)).toBeUndefined();
    const { origin } = await layered({ global: { plugins: { a: [{ x: 1 }] } } }).load();
    expect(origin(text)).toBeUndefined();
  });

  // `constructor` is an ordinary name (S8): a path may hold it, and finds nothing unless somebody wrote it.
  test.each([
    "constructor.prototype.x",
    "plugins.a.constructor.prototype",
    "plugins.a.toString",
    "plugins.a[0].length",
  ])("C05 %s finds nothing", async (text) => {
    const { origin } = await layered({ global: { plugins: { a: ["text"] } } }).load();
    expect(origin(text)).toBeUndefined();
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  test("C08 both ways to write a path are read back as that path", () => {
    const step = fc.oneof(nameArbitrary, fc.nat(99));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (path) => {
        expect(parsePath(formatPath(path))).toEqual(path);
        expect(parsePath(toPointer(path))).toEqual(path.map(String));
      }),
    );
  });
});
