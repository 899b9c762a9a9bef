/** The schema for editors, judged by an independent validator: it accepts every possible layer, and still finds mistakes. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { editorSchema } from "../../src/toolkit/read/schema/editor/schema.js";
import { layerArbitrary } from "../arbitrary/layer.js";
import { mutationArbitrary } from "../arbitrary/mutation.js";
import { slowCases } from "../cases.js";
import { isLayer } from "./of-data.js";

const schemaText = readFileSync("schema/config.schema.json", "utf8");

const EDITOR_WORDS = [
  ...["markdownDescription", "enumDescriptions", "markdownEnumDescriptions", "patternErrorMessage"],
  ...["defaultSnippets", "deprecationMessage", "doNotSuggest"],
];

type Node = { readonly [key: string]: unknown };

const schemas = (["global", "project"] as const).flatMap((scope) =>
  (["07", "2020-12"] as const).map((draft) => {
    const text = editorSchema(schemaText, scope, draft);
    return { scope, draft, text, schema: JSON.parse(text) as Node, accepts: compiled(text, draft) };
  }),
);

/** Every word that the validator does not know is an error. */
function compiled(text: string, draft: "07" | "2020-12"): ValidateFunction {
  const options = { allowUnionTypes: true, ownProperties: true, strictTypes: false, strictRequired: false } as const;
  const ajv = draft === "07" ? new Ajv(options) : new Ajv2020(options);
  ajv.addVocabulary(EDITOR_WORDS);
  return ajv.compile(JSON.parse(text));
}

const verdicts = (config: Json): readonly boolean[] => schemas.map(({ accepts }) => accepts(config));

test("whatever may be a layer is accepted", () => {
  let layers = 0;
  fc.assert(
    fc.property(layerArbitrary(), (config) => {
      if (!isLayer(config)) return;
      layers += 1;
      expect(verdicts(config)).toEqual([true, true, true, true]);
    }),
    { numRuns: slowCases(1500) },
  );
  expect(layers).toBeGreaterThan(slowCases(700));
});

/** Mistakes that a schema without required keys can find. */
const TOLD = ["unknown-key", "unknown-value", "unknown-variant", "wrong-type", "out-of-range", "format"].map(
  (name) => `schema/${name}`,
);

test("mistakes are found", () => {
  fc.assert(
    fc.property(
      mutationArbitrary().filter(({ rule }) => TOLD.includes(rule)),
      ({ config }) => {
        expect(verdicts(config)).toEqual([false, false, false, false]);
      },
    ),
    { numRuns: slowCases(1500) },
  );
});

test.each<readonly [sentence: string, config: Json]>([
  ["a server that is only switched off", { mcp_servers: { db: { default_enabled: false } } }],
  ["a server with a key of its own variant, and no transport", { mcp_servers: { db: { args: ["-v"] } } }],
  ["a model with another threshold", { models: { x: { compaction_threshold: 0.2 } } }],
  ["a key without its type", { providers: { a: { auth: { key: "${KEY}" } } } }],
  ["no authentication after all", { providers: { a: { auth: null } } }],
  ["a section that is unset", { updates: null }],
  ["a value from the environment", { daemon: { log_level: "${LEVEL}" }, default_permission_matcher: "$(mode)" }],
  ["nothing", {}],
])("accepted: %s", (_, config) => {
  expect(verdicts(config)).toEqual([true, true, true, true]);
});

test.each<readonly [sentence: string, config: Json]>([
  ["a misspelt key of an override", { mcp_servers: { db: { default_enable: false } } }],
  ["a key of the other transport", { mcp_servers: { db: { transport: "stdio", url: "https://a.example" } } }],
  ["a transport from the environment", { mcp_servers: { db: { transport: "${T}" } } }],
  ["a level that there is none of", { daemon: { log_level: "loud" } }],
  ["null for a name of a map", { mcp_servers: { db: null } }],
])("not accepted: %s", (_, config) => {
  expect(verdicts(config)).toEqual([false, false, false, false]);
});

describe.each(schemas)("for a $scope in draft $draft", ({ scope, draft, schema, text }) => {
  const nodes = [...nodesOf(schema)];

  test("it says what it is", () => {
    expect(schema["$schema"]).toContain(draft === "07" ? "draft-07" : "2020-12");
    expect(schema["$id"]).toMatch(/^https:\/\/agentcfg\.example\/editor\//);
  });

  test("nothing is required outside of conditions, and there are no references", () => {
    const outside = nodes.filter(({ pointer }) => !/\/if(\/|$)/.test(pointer));
    expect(outside.filter(({ node }) => "required" in node)).toEqual([]);
    expect(text).not.toMatch(/"\$ref"|"\$defs"|"definitions"|"x-/);
  });

  test("every key says what it means, and its default", () => {
    const keys = nodes.filter(({ pointer }) => /\/properties\/[^/]+$/.test(pointer) && !/\/if\//.test(pointer));
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter(({ node }) => typeof node["markdownDescription"] !== "string")).toEqual([]);
    const said = keys.filter(({ node }) => typeof node["default"] === "number").map(({ node }) => node);
    expect(said.length).toBeGreaterThan(5);
    for (const node of said) expect(node["markdownDescription"]).toContain(`\n\nDefault: \`${node["default"]}\``);
  });

  test("every value of an enum has a text of its own", () => {
    const enums = nodes.filter(({ node }) => Array.isArray(node["enum"])).map(({ node }) => node);
    expect(enums.length).toBeGreaterThan(15);
    for (const node of enums) {
      const texts = node["enumDescriptions"] as readonly string[];
      expect(texts).toHaveLength((node["enum"] as readonly unknown[]).length);
      expect(texts.every((one) => one.endsWith("."))).toBe(true);
      expect(node["markdownEnumDescriptions"]).toEqual(texts);
    }
  });

  test("a property has its own text, not its definition's", () => {
    const properties = schema["properties"] as Readonly<Record<string, Node>>;
    expect(properties["defaults"]?.["description"]).toBe("The default model of each size class.");
  });

  test("a name of something else has no example", () => {
    const models = nodes.filter(({ pointer }) => /^\/properties\/defaults\/properties\/\w+$/.test(pointer));
    expect(models.map(({ node }) => "examples" in node)).toEqual([false, false, false]);
  });

  test("a project that sets a key of its user's is reported", () => {
    const told = nodes.filter(({ node }) => "deprecationMessage" in node);
    expect(told.every(({ node }) => node["doNotSuggest"] === true)).toBe(true);
    const names = ["config_command_substitution", "daemon/properties/follow_symlinks_for_configs"];
    const expected = [...names, "data", "updates", "telemetry"].map((name) => `/properties/${name}`);
    expect(told.map(({ pointer }) => pointer).toSorted()).toEqual(scope === "global" ? [] : expected.toSorted());
  });

  test("there are snippets for a provider, a model and a server, and each is a good entry", () => {
    const { accepts } = schemas.find((one) => one.schema === schema) ?? { accepts: undefined };
    for (const map of ["providers", "models", "mcp_servers"]) {
      const { allOf, additionalProperties } = (schema["properties"] as Readonly<Record<string, Node>>)[map] ?? {};
      const [{ defaultSnippets: named } = {}] = allOf as readonly { readonly defaultSnippets?: readonly Snippet[] }[];
      const { defaultSnippets: bare } = additionalProperties as { readonly defaultSnippets?: readonly Snippet[] };
      expect(named?.length).toBeGreaterThan(1);
      expect(bare?.map(({ label }) => label)).toEqual(named?.map(({ label }) => label));
      for (const { body } of named ?? []) expect([accepts?.({ [map]: filledIn(body) }), body]).toEqual([true, body]);
      for (const { body } of bare ?? [])
        expect([accepts?.({ [map]: { x: filledIn(body) } }), body]).toEqual([true, body]);
    }
  });
});

interface Snippet {
  readonly label: string;
  readonly body: Json;
}

/** A snippet as it is when its user changes nothing in it. */
function filledIn(body: Json): Json {
  const text = JSON.stringify(body)
    .replace(/"\^\$\{\d+:(\d+)\}"/g, "$1")
    .replace(/\$\{\d+\|([^,|]+)[^}]*\}/g, "$1")
    .replace(/\$\{\d+:([^}]*)\}/g, "$1")
    .replace(/\$\d+/g, "x");
  return JSON.parse(text);
}

/** Every schema within a schema, with its JSON Pointer. */
function* nodesOf(node: unknown, pointer = ""): Generator<{ readonly pointer: string; readonly node: Node }> {
  if (typeof node !== "object" || node === null) return;
  const children = node as Node;
  yield { pointer, node: children };
  for (const key of ["items", "additionalProperties", "propertyNames", "if", "then"])
    yield* nodesOf(children[key], `${pointer}/${key}`);
  for (const key of ["properties", "anyOf", "allOf"]) {
    for (const [name, child] of Object.entries((children[key] as Node | undefined) ?? {}))
      yield* nodesOf(child, `${pointer}/${key}/${name}`);
  }
}
