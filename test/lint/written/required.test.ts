/** A required key that is misspelt is one mistake, told at that key as an error, and nothing is loaded without it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { load } from "../../../src/toolkit/load.js";
import { dataAt, type Json } from "../../../src/toolkit/read/document/data.js";
import { isObject, type JsonObject, put } from "../../arbitrary/plain.js";
import { cases } from "../../cases.js";
import { layered } from "../../machine/layered.js";
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }";
const PROVIDER = `providers: { a: { ${KIND}, url: "https://a.example/v1" } }`;
const CATALOG = { models: { known: { context_window: 1000, provider: "a", class: "full" } } } as const;

rows({
  "the URL of a custom provider": {
    global: `providers: { a: { ${KIND}, urll: "https://a.example/v1" } }`,
    says: ["global error schema/unknown-key urll"],
    telling: /unknown key `urll` in `providers.a`, and the required `url` is missing/,
    fixed: `providers: { a: { ${KIND}, url: "https://a.example/v1" } }`,
  },
  "by another tool's name": {
    global: `providers: { a: { ${KIND}, baseURL: "https://a.example/v1" } }`,
    says: ["global error schema/unknown-key baseURL"],
    fixed: "same",
    mended: `providers: { a: { ${KIND}, url: "https://a.example/v1" } }`,
  },
  "by a third one's": {
    global: `providers: { a: { ${KIND}, api_base: "https://a.example/v1" } }`,
    says: ["global error schema/unknown-key api_base"],
  },
  "without the space behind its colon": {
    global: `providers: { a: { ${KIND}, url:https } }`,
    says: ["global error syntax/yaml url:https"],
  },
  "with a value of the wrong kind": {
    global: `providers: { a: { ${KIND}, urll: 5 } }`,
    says: ["global error schema/unknown-key urll"],
  },
  "two keys that may be meant": {
    global: `providers: { a: { ${KIND}, urll: "https://a.example/v1", base_url: "https://b.example/v1" } }`,
    says: ["global error schema/unknown-key urll", "global warning schema/unknown-key base_url"],
  },
  "beside the right key it is not missing": {
    global: `providers: { a: { ${KIND}, urll: "https://a.example/v1", url: "https://b.example/v1" } }`,
    says: ["global warning schema/unknown-key urll"],
  },
  "a provider that needs none": {
    global: `providers: { a: { kind: { type: catalog, name: alpha }, urll: "https://a.example/v1" } }`,
    says: ["global warning schema/unknown-key urll"],
  },
  "the window of a model": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, contxt_window: 1000 } }`,
    says: ["global error schema/unknown-key contxt_window"],
    fixed: `${PROVIDER}\nmodels: { m: { provider: a, class: full, context_window: 1000 } }`,
  },
  "in another case": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, contextWindow: 1000 } }`,
    says: ["global error schema/unknown-key contextWindow"],
    fixed: `${PROVIDER}\nmodels: { m: { provider: a, class: full, context_window: 1000 } }`,
  },
  "with a blank behind its name": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, "context_window ": 1000 } }`,
    says: ["global error schema/unknown-key context_window"],
    telling: /did you mean `context_window`/,
    fixed: `${PROVIDER}\nmodels: { m: { provider: a, class: full, "context_window": 1000 } }`,
  },
  "two slips in one model": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, clas: full, contextWindow: 1000 } }`,
    says: ["global error schema/unknown-key clas", "global error schema/unknown-key contextWindow"],
    fixed: `${PROVIDER}\nmodels: { m: { provider: a, class: full, context_window: 1000 } }`,
  },
  "the provider of a model that the catalog does not have": {
    global: `${PROVIDER}\nmodels: { m: { provder: a, class: full, context_window: 1000 } }`,
    catalog: CATALOG,
    says: ["global error schema/unknown-key provder"],
  },
  "the provider of a model, without a catalog": {
    global: `${PROVIDER}\nmodels: { m: { provder: a, class: full, context_window: 1000 } }`,
    says: ["global error schema/unknown-key provder"],
  },
  "a provider of the catalog, without a catalog": {
    global:
      "providers: { a: { kind: { type: catalog, name: alpha } } }\nmodels: { m: { provder: a, class: full, context_window: 1000 } }",
    says: ["global warning schema/unknown-key provder"],
  },
  "the right key in the wrong place": {
    global: 'providers: { a: { kind: { type: custom_beta_compatible, url: "https://a.example/v1" } } }',
    says: ["global error schema/unknown-key url"],
    telling: /unknown key `url` in `providers.a.kind`, and the required `url` is missing/,
  },
  "the parent that would have it all": {
    global: `${PROVIDER}\nmodels: { m: { inherts: known, provider: a } }`,
    catalog: CATALOG,
    says: ["global error schema/unknown-key inherts"],
    telling: /unknown key `inherts` in `models.m`, and the required `class` and `context_window` are missing/,
    fixed: `${PROVIDER}\nmodels: { m: { inherits: known, provider: a } }`,
  },
  "a disabled model needs nothing": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, clas: full, contextWindow: 1000, enabled: false } }`,
    says: ["global warning schema/unknown-key clas", "global warning schema/unknown-key contextWindow"],
  },
  "a model that was to be off": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, enabld: false } }`,
    says: ["global error schema/unknown-key enabld"],
    fixed: `${PROVIDER}\nmodels: { m: { provider: a, enabled: false } }`,
  },
  "a model that was to be off, and lacks nothing": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, contextWindow: 1000, enabld: false } }`,
    says: ["global warning schema/unknown-key contextWindow", "global error schema/unknown-key enabld"],
    fixed: `${PROVIDER}\nmodels: { m: { provider: a, class: full, context_window: 1000, enabled: false } }`,
  },
  "a model that is on": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, enabld: true } }`,
    says: ["global error model/missing-context-window m", "global warning schema/unknown-key enabld"],
  },
  "its heir does": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, contextWindow: 1000, enabled: false }, h: { inherits: m } }`,
    says: ["global warning schema/unknown-key contextWindow", "global error model/missing-context-window h"],
  },
  "a section that is named": {
    global: `provders: { a: { ${KIND}, url: "https://a.example/v1" } }\nmodels: { m: { provider: a, class: full, context_window: 1000 } }`,
    says: ["global error schema/unknown-key provders"],
    telling: /unknown key `provders`, so `models.m.provider` names nothing/,
    fixed: `${PROVIDER.replace(/"/g, '"')}\nmodels: { m: { provider: a, class: full, context_window: 1000 } }`,
  },
  "a section of which nothing is named": {
    global: `provders: { a: { ${KIND}, url: "https://a.example/v1" } }`,
    says: ["global warning schema/unknown-key provders"],
  },
  "in such a section": {
    global: `provders: { a: { ${KIND}, urll: "https://a.example/v1" } }`,
    says: ["global warning schema/unknown-key provders", "global error schema/unknown-key urll"],
  },
  "the program of a server, by other names": {
    global: `mcp_servers: { s: { transport: stdio, cmd: srv }, t: { transport: http, uri: "https://t.example/mcp" } }`,
    says: ["global error schema/unknown-key cmd", "global error schema/unknown-key uri"],
  },
  "the key of a provider": {
    global: `providers: { a: { ${KIND}, url: "https://a.example/v1", auth: { type: static_key, kay: "\${A_KEY}" } } }`,
    says: ["global error schema/unknown-key kay"],
  },
  JSON: {
    global: `#!\n{ "version": 3, "providers": { "a": { "kind": { "type": "custom_alpha_compatible" }, "URL": "https://a.example" } } }`,
    says: ["global error schema/unknown-key URL"],
    fixed: `{ "version": 3, "providers": { "a": { "kind": { "type": "custom_alpha_compatible" }, "url": "https://a.example" } } }`,
  },
});

rows({
  "a project's own": {
    global: "tui: {}",
    project: `providers: { a: { ${KIND}, urll: "https://a.example/v1" } }`,
    says: ["project error schema/unknown-key urll"],
  },
  "a project misspells what its user's model lacks": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full } }`,
    project: "models: { m: { contxt_window: 1000 } }",
    says: ["project error schema/unknown-key contxt_window"],
  },
  "a project misspells the URL, which only its user may write": {
    global: `providers: { a: { ${KIND} } }`,
    project: 'providers: { a: { urll: "https://a.example/v1" } }',
    says: ["project error schema/unknown-key urll", "global error provider/missing-url a"],
  },
  "a project supplies what its user misspells": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full, contxt_window: 1000 } }`,
    project: "models: { m: { context_window: 1000 } }",
    says: ["global warning schema/unknown-key contxt_window"],
  },
  "a project that changes the kind": {
    global: "providers: { a: { kind: { type: catalog, name: alpha } } }",
    project: `providers: { a: { ${KIND}, urll: "https://a.example/v1" } }`,
    says: ["project error schema/unknown-key urll"],
  },
  "a project's section that is named": {
    global: "tui: {}",
    project: `provders: { a: { ${KIND}, url: "https://a.example/v1" } }\nmodels: { m: { provider: a, class: full, context_window: 1000 } }`,
    says: ["project error schema/unknown-key provders"],
  },
  "its user's section that the project names": {
    global: `provders: { a: { ${KIND}, url: "https://a.example/v1" } }`,
    project: "models: { m: { provider: a, class: full, context_window: 1000 } }",
    says: ["global warning schema/unknown-key provders"],
  },
});

rows({
  "a wrong value in a project does not complete its user's model": {
    global: `${PROVIDER}\nmodels: { m: { provider: a, class: full } }`,
    project: "models: { m: { context_window: soon } }",
    says: ["project error schema/wrong-type soon"],
  },
  "a wrong value that the project makes necessary": {
    global:
      "providers: { a: { kind: { type: catalog, name: alpha } } }\nmodels: { m: { provider: a, class: 5, context_window: 10000 } }",
    project: PROVIDER,
    says: ["project warning trust/reroutes-traffic https://a.example/v1", "global error schema/wrong-type 5"],
  },
});

/** What a file lacks, and keys that are meant for it. */
const KEYS: readonly (readonly [entry: (pair: string) => string, value: string, keys: readonly string[]])[] = [
  [
    (pair) => `providers: { a: { ${[KIND, pair].join(", ")} } }`,
    '"https://a.example/v1"',
    ["urll", "URL", "uri", "ur", "base_url", "baseURL", "baseUrl", "api_base", "apiBase", "endpoint", "api_url"],
  ],
  [
    (pair) => `${PROVIDER}\nmodels: { m: { ${["provider: a, class: full", pair].join(", ")} } }`,
    "1000",
    [
      "contxt_window",
      "contextWindow",
      "context-window",
      "context_size",
      "max_context",
      "ContextWindow",
      "contextLength",
    ],
  ],
  [
    (pair) => `${PROVIDER}\nmodels: { m: { ${["provider: a, context_window: 1000", pair].join(", ")} } }`,
    "full",
    ["clas", "Class", "size", "tier", "model_class"],
  ],
];

const TABLE = KEYS.flatMap(([entry, value, keys]) =>
  keys.map((key) => [key, entry(`${key}: ${value}`), entry("enabled: null").replace(/, enabled: null/, "")] as const),
);

test.each(TABLE)("`%s` loads no more than nothing does", async (key, misspelt, without) => {
  const of = (text: string) => layered({ global: `version: 3\n${text}\n`, format: "yaml" });
  const [one, other] = [of(misspelt), of(without)];
  expect((await load({ host: other.host })).ok).toBe(false);
  const result = await load({ host: one.host });
  expect(result.ok).toBe(false);
  const errors = result.diagnostics.filter(({ severity }) => severity === "error");
  expect(one.said({ diagnostics: errors })).toEqual([`global error schema/unknown-key ${key}`]);
  expect(one.said(one.lint())).toEqual([`global error schema/unknown-key ${key}`]);
});

test("a project's entry with such a key is left out, as one without it is", async () => {
  const loaded = async (pair: string) => {
    const entries = `{ ${[KIND, pair].join(", ")} }`;
    const project = `version: 3\nproviders: { b: ${entries} }\nmodels: { m: { provider: b, class: full, context_window: 1000 } }\n`;
    const result = await load({ host: layered({ global: `version: 3\n${PROVIDER}\n`, project, format: "yaml" }).host });
    return result.config;
  };
  const config = await loaded('urll: "https://b.example/v1"');
  expect(Object.keys(config?.providers ?? {})).toEqual(["a"]);
  expect(config).toEqual(await loaded(""));
  expect(config).toEqual(await loaded("url: 5"));
});

/** A configuration in which each key is needed by something, or is not. */
const WHOLE: JsonObject = {
  version: 3,
  defaults: { full: "m(high)", mini: "small" },
  providers: {
    a: {
      kind: { type: "custom_beta_compatible" },
      url: "https://a.example/v1",
      auth: { type: "static_key", key: "${A_KEY}" },
    },
    b: { kind: { type: "catalog", name: "alpha" } },
  },
  models: {
    m: { provider: "a", class: "full", context_window: 100_000 },
    small: { inherits: "m", class: "mini" },
    off: { enabled: false, provider: "a" },
  },
  mcp_servers: {
    s: { transport: "stdio", command: "srv" },
    t: { transport: "http", url: "https://t.example/mcp", auth: { type: "authorization-header", value: "${T_TOKEN}" } },
  },
  agent_behavior: { shell: { command: "bash" } },
  integrations: { search: { providers: { search_a: { enabled: true, key: "${SEARCH_KEY}" } } } },
  facets: { review: { source: "agent://facets/review" } },
};

const PATHS = pathsIn(WHOLE).filter(([first]) => first !== "version");

function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...path, key], ...pathsIn(child, [...path, key])]);
}

/** The same value with another name for the key at a path, or without the key. */
function renamed(value: JsonObject, [first = "", ...rest]: readonly string[], to: string | undefined): JsonObject {
  const entries = Object.entries(value).flatMap(([key, child]): readonly (readonly [string, Json])[] => {
    if (key !== first) return [[key, child]];
    if (rest.length > 0) return [[key, renamed(child as JsonObject, rest, to)]];
    return to === undefined ? [] : [[to, child]];
  });
  return Object.fromEntries(entries);
}

/** A name with one or two slips. */
const slipsOf = (name: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat(name.length),
        fc.constantFrom("drop", "double", "swap", "case", "-"),
        fc.constantFrom("x", "e", "s"),
      ),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((slips) =>
      slips.reduce((word, [at, what, letter]) => {
        const [before, after] = [word.slice(0, at), word.slice(at + 1)];
        if (what === "drop") return before + after;
        if (what === "double") return `${word.slice(0, at)}${letter}${word.slice(at)}`;
        if (what === "swap") return `${before}${after.slice(0, 1)}${word.slice(at, at + 1)}${after.slice(1)}`;
        return what === "case" ? word.replaceAll("_", "").toUpperCase() : word.replaceAll("_", "-");
      }, name),
    );

test("whatever key is misspelt, no more is loaded than without it, and lint fails where loading does", async () => {
  const env = { A_KEY: "a", T_TOKEN: "t", SEARCH_KEY: "s" };
  const outcome = async (global: JsonObject) => {
    const at = layered({ global, format: "json", env });
    const { ok } = await load({ host: at.host });
    return { ok, errors: at.lint().summary.errors > 0 };
  };
  expect(await outcome(WHOLE)).toEqual({ ok: true, errors: false });
  const slip = fc
    .constantFrom(...PATHS)
    .chain((path) => slipsOf(path.at(-1) ?? "").map((name) => [path, name] as const));
  await fc.assert(
    fc.asyncProperty(slip, async ([path, name]) => {
      const around = path.slice(0, -1);
      fc.pre(
        name !== "" && name !== path.at(-1) && !PATHS.some((other) => other.join("/") === [...around, name].join("/")),
      );
      const [misspelt, without] = [
        await outcome(renamed(WHOLE, path, name)),
        await outcome(renamed(WHOLE, path, undefined)),
      ];
      if (!without.ok) expect({ path, name, ...misspelt }).toEqual({ path, name, ok: false, errors: true });
      expect({ path, name, fails: !misspelt.ok }).toEqual({ path, name, fails: misspelt.errors });
    }),
    { numRuns: cases(300) },
  );
});

test("whatever two keys are misspelt, lint fails where loading does", async () => {
  const env = { A_KEY: "a", T_TOKEN: "t", SEARCH_KEY: "s" };
  const slip = fc
    .constantFrom(...PATHS)
    .chain((path) => slipsOf(path.at(-1) ?? "").map((name) => [path, name] as const));
  await fc.assert(
    fc.asyncProperty(slip, slip, async ([path, name], [other, otherName]) => {
      fc.pre(name !== "" && otherName !== "" && !other.join("/").startsWith(path.join("/")));
      const global = renamed(renamed(WHOLE, other, otherName), path, name);
      const at = layered({ global, format: "json", env });
      const { ok } = await load({ host: at.host });
      expect({ path, name, other, otherName, fails: !ok }).toEqual({
        ...{ path, name, other, otherName, fails: at.lint().summary.errors > 0 },
      });
    }),
    { numRuns: cases(300) },
  );
});

test("whatever key stands in the wrong place, lint fails where loading does", async () => {
  const env = { A_KEY: "a", T_TOKEN: "t", SEARCH_KEY: "s" };
  const move = fc.constantFrom(...PATHS).chain((path) => fc.tuple(fc.constant(path), fc.constantFrom([], ...PATHS)));
  await fc.assert(
    fc.asyncProperty(move, async ([path, into]) => {
      fc.pre(into.join("/") !== path.slice(0, -1).join("/") && !into.join("/").startsWith(path.join("/")));
      const value = dataAt(WHOLE, path) ?? null;
      const without = renamed(WHOLE, path, undefined);
      const target = [...into, path.at(-1) ?? ""];
      fc.pre(isObject(dataAt(without, into)) && dataAt(without, target) === undefined);
      const global = put(without, target, value) as JsonObject;
      const at = layered({ global, format: "json", env });
      const { ok } = await load({ host: at.host });
      expect({ path, into, fails: !ok }).toEqual({ path, into, fails: at.lint().summary.errors > 0 });
    }),
    { numRuns: cases(300) },
  );
});
