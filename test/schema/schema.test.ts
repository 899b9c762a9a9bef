/** schema/config.schema.json against the specification, key by key, and against what its readers rely on. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { ruleOf } from "../../src/toolkit/judge/rules/index.js";
import { NAMED_SECTIONS } from "../../src/toolkit/mean/configuration/spelled-names.js";
import { readJson } from "../../src/toolkit/read/document/json/reader.js";
import { toDraft07 } from "../../src/toolkit/read/schema/draft07.js";
import type { TypeName } from "../../src/toolkit/read/schema/schema-node.js";
import { compileSchema, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { configAjv } from "../generate/ajv.js";
import { SPEC_FORMS, SPEC_KEYS, type SpecForm, type SpecKey } from "./spec-keys.js";

const schemaText = readFileSync("schema/config.schema.json", "utf8");
const schema: JsonObject = JSON.parse(schemaText);
const definitions = objectOf(schema["$defs"]);
const configShape = compileSchema(JSON.parse(schemaText));

describe("the schema says what the specification says", () => {
  const places = new Map([...keysOf(configShape)].map((place) => [place.path, place]));

  test.each(SPEC_KEYS.map((key) => [key.section, key.path, key] as const))("%s: %s", (_section, path, key) => {
    const place = places.get(path);
    expect(place && statement(place)).toEqual(expectation(key));
    if (key.unset !== undefined) expect(place?.shape.schema.description).toContain(key.unset);
  });

  test("and has no other keys", () => {
    const specified = new Set(SPEC_KEYS.map(({ path }) => path));
    expect([...places.keys()].filter((path) => !specified.has(path))).toEqual([]);
    expect(specified.size).toBe(SPEC_KEYS.length);
  });

  test.each(SPEC_FORMS.map((form) => [form.of, form.path, form.stated, form] as const))(
    "the form of each %s of %s (%s)",
    (of, path, _stated, { rule, accepts, rejects }) => {
      const shape = places.get(path)?.shape;
      const part = shape && partOf(shape, of);
      const fits = (text: string) => part?.pattern?.test(text) === true;
      expect(accepts.filter((text) => !fits(text))).toEqual([]);
      expect(rejects.filter(fits)).toEqual([]);
      expect(part?.schema["x-rule"] ?? "schema/format").toBe(rule);
    },
  );

  test("and demands no other form of any text", () => {
    const restricted = [...places.values()].flatMap(({ path, shape }) =>
      (["value", "item", "name", "entry"] as const)
        .filter((of) => partOf(shape, of)?.pattern !== undefined)
        .map((of) => `${of} ${path}`),
    );
    expect(restricted.toSorted()).toEqual(SPEC_FORMS.map(({ of, path }) => `${of} ${path}`).toSorted());
  });
});

describe("the schema is valid", () => {
  test("in draft 2020-12, formats included", () => {
    const valid = metaSchema2020();
    expect(problems(valid, schema)).toEqual([]);
    expect(problems(valid, JSON.parse(readFileSync("schema/report.schema.json", "utf8")))).toEqual([]);
  });

  test("in draft 07, formats included, once translated", () => {
    expect(problems(metaSchema07(), JSON.parse(toDraft07(schemaText)))).toEqual([]);
  });

  test.each([{ pattern: "(" }, { $ref: "no uri" }, { type: "strng" }, { minimum: "1" }, { required: ["a", "a"] }])(
    "unlike %j, which the meta-schemas of both drafts reject",
    (broken) => {
      expect(problems(metaSchema2020(), broken)).not.toEqual([]);
      expect(problems(metaSchema07(), broken)).not.toEqual([]);
    },
  );

  test("and writes no key twice", () => {
    expect(readJson(schemaText, "json").problems).toEqual([]);
  });

  const ajv = configAjv();
  ajv.addSchema(schema);
  const samples = [...nodesOf(schema)].flatMap(({ pointer, node }) => [
    ...("default" in node ? [["default", pointer, node["default"]] as const] : []),
    ...listOf(node["examples"]).map((value) => ["example", pointer, value] as const),
  ]);

  test.each(samples)("and accepts its own %s at %s: %j", (_kind, pointer, value) => {
    expect(problems(ajv.compile({ $ref: `${schema["$id"]}#${pointer}` }), value)).toEqual([]);
  });
});

/** JSON Schema's own words, then the one of editors; ours are below. */
const KEYWORDS = [
  ["$schema", "$id", "$ref", "$defs", "title", "description", "default", "examples"],
  ["type", "enum", "const", "anyOf", "allOf", "if", "then"],
  ["properties", "required", "additionalProperties", "propertyNames", "items"],
  ["minimum", "exclusiveMinimum", "maximum", "maxLength", "pattern", "format"],
  ["patternErrorMessage", "x-help"],
].flat();

const ANNOTATIONS: Readonly<Record<string, readonly unknown[]>> = {
  "x-scope": ["global", "file"],
  "x-secret": [true, "by-name"],
  "x-ref": ["providers", "models", "facets"],
  "x-ref-within": [{ section: "mcp_servers", before: "mcp__", after: "__" }],
  "x-path": [...["project", "shipped", "theme", "daemon"], ...["program", "pattern", "argument", "variable"]],
  "x-zero": ["unset", "disables", "rejected"],
  "x-reload": ["restart"],
  "x-effect": ["reserved"],
  "x-capability": ["runs-code", "destination", "credential", "guard", "context", "model", "benign"],
  "x-stricter": [
    ...[true, false, "lower", "longer", "shorter", "own"],
    ["standard", "autonomous", "bypass_plus", "bypass"],
    ["error", "warn", "info", "debug", "trace"],
  ],
  "x-usual": ["debug"],
  "x-opaque": [true],
  "x-strict": [true],
  "x-guard": [true],
  "x-switch": [true],
  "x-ignore-case": [true],
  "x-rule": [
    "provider/header-name",
    "mcp/block-list-name",
    "mcp/auth-key-name",
    "mcp/other-transport",
    "mcp/variable-name",
  ],
  "x-max-bytes": [512],
  "x-prose": [true],
  "x-trim": [true],
  "x-name": [true],
  "x-word": ["alone", "always"],
  "x-off": [false],
  "x-secret-word": [true],
  "x-spoken": [["alpha_messages", "beta_chat_completions", "beta_responses", "test"]],
  "x-default": [
    {
      by: "kind",
      values: {
        custom_alpha_compatible: "alpha_messages",
        custom_beta_compatible: "beta_chat_completions",
        custom_beta_responses: "beta_responses",
      },
    },
    { by: "custom", value: false },
    { by: "name" },
  ],
};

/** What other tools call things. */
const FOREIGN_NAMES = [
  "x-aliases",
  "x-idioms",
  "x-value-aliases",
  "x-stray",
  "x-elsewhere",
  "x-joined",
  "x-list",
  "x-otherwise",
  "x-text",
  "x-number",
  "x-false",
  "x-names",
];

/** What single values mean. */
const MEANINGS = ["x-value-descriptions"];

describe("the schema keeps to the few forms that its readers know", () => {
  const nodes = [...nodesOf(schema)];
  const where = (wanted: (node: JsonObject) => boolean): readonly string[] =>
    nodes.filter(({ node }) => wanted(node)).map(({ pointer }) => pointer);

  test("it uses these keywords and no others", () => {
    const used = new Set(nodes.flatMap(({ node }) => Object.keys(node)));
    const known = [...KEYWORDS, ...FOREIGN_NAMES, ...MEANINGS, ...Object.keys(ANNOTATIONS)];
    expect([...used].toSorted()).toEqual(known.toSorted());
  });

  test.each(Object.entries(ANNOTATIONS))("%s is one of %j", (name, values) => {
    const found = new Set(nodes.flatMap(({ node }) => (name in node ? [node[name]] : [])));
    expect(found).toEqual(new Set(values));
  });

  test("every x-ref and every x-ref-within names a map at the top level, whose names are known to be names", () => {
    const targets = new Set(
      nodes.flatMap(({ node }) => {
        const within = node["x-ref-within"] as JsonObject | undefined;
        return [node["x-ref"], within?.["section"]].filter((section) => section !== undefined).map(String);
      }),
    );
    expect([...targets].filter((name) => configShape.properties.get(name)?.rest === undefined)).toEqual([]);
    expect([...targets].toSorted()).toEqual(NAMED_SECTIONS.toSorted());
  });

  test("every x-rule is a rule", () => {
    for (const { node } of nodes) if ("x-rule" in node) expect(ruleOf(String(node["x-rule"]))).toBeDefined();
  });

  test("x-ref, x-ref-within, x-path and x-secret stand on texts, x-zero on integers", () => {
    const ofType = (node: JsonObject, type: string) =>
      [type, [type, "null"], ["boolean", type]].some((wanted) => same(node["type"], wanted));
    const isText = (node: JsonObject) => ["x-ref", "x-ref-within", "x-path", "x-secret"].some((name) => name in node);
    expect(where((node) => isText(node) && !ofType(node, "string"))).toEqual([]);
    expect(where((node) => "x-zero" in node && !ofType(node, "integer"))).toEqual([]);
  });

  test("every key says what setting it can do, and every guard which value is the stricter one", () => {
    const contents = (node: JsonObject): JsonObject => {
      const [either] = listOf(node["anyOf"]);
      const own = either === undefined ? node : objectOf(either);
      return "$ref" in own ? definitionOf(own) : own;
    };
    const isContainer = (node: JsonObject): boolean => {
      const { properties, additionalProperties: rest } = contents(node);
      return properties !== undefined || (rest !== undefined && "properties" in contents(objectOf(rest)));
    };
    const keys = nodes.filter(({ pointer }) => /(?<!\/if)\/properties\/[^/]+$/.test(pointer));
    const unsaid = keys.filter(({ node }) => !("x-capability" in node) && !isContainer(node));
    expect(unsaid.map(({ pointer }) => pointer)).toEqual([]);
    const guards = keys.filter(({ node }) => (node["x-capability"] === "guard") !== "x-stricter" in node);
    expect(guards.map(({ pointer }) => pointer)).toEqual([]);
  });

  test("every definition is used and there", () => {
    const used = new Set(nodes.flatMap(({ node }) => ("$ref" in node ? [String(node["$ref"])] : [])));
    const present = Object.keys(definitions).map((name) => `#/$defs/${name}`);
    expect([...used].toSorted()).toEqual(present.toSorted());
  });

  test("every definition and every key has a description, its own or that of its definition", () => {
    const named = nodes.filter(({ pointer }) => /(?<!\/if)\/(\$defs|properties)\/[^/]+$/.test(pointer));
    const silent = named.filter(({ node }) => !isSentence(node["description"] ?? definitionOf(node)["description"]));
    expect(silent.map(({ pointer }) => pointer)).toEqual([]);
  });

  test("every enum says what each of its values means, and no two the same", () => {
    const enums = nodes.filter(({ node }) => "enum" in node);
    expect(enums.length).toBeGreaterThan(15);
    for (const { pointer, node } of enums) {
      const texts = objectOf(node["x-value-descriptions"]);
      expect(Object.keys(texts), pointer).toEqual(listOf(node["enum"]).filter((value) => value !== null));
      expect(Object.values(texts).filter((text) => !isSentence(text))).toEqual([]);
      expect(new Set(Object.values(texts)).size, pointer).toBe(Object.keys(texts).length);
    }
    expect(where((node) => "x-value-descriptions" in node && !("enum" in node))).toEqual([]);
  });

  test("a tag says of its values what their variants say", () => {
    for (const { pointer, node } of nodes.filter((one) => "allOf" in one.node)) {
      const [[tag = "", own] = []] = Object.entries(objectOf(node["properties"]));
      const said = listOf(node["allOf"]).map((choice) => {
        const variant = objectOf(definitionOf(objectOf(objectOf(choice)["then"]))["properties"]);
        return objectOf(variant[tag])["description"];
      });
      expect(Object.values(objectOf(objectOf(own)["x-value-descriptions"])), pointer).toEqual(said);
    }
  });

  test("every union is told apart by a tag, each value of which chooses one closed variant", () => {
    const unions = nodes.filter(({ node }) => "allOf" in node);
    expect(unions.length).toBeGreaterThan(0);
    for (const { pointer, node } of unions) {
      const [tag = ""] = Object.keys(objectOf(node["properties"]));
      const values = listOf(objectOf(objectOf(node["properties"])[tag])["enum"]);
      expect(node, pointer).toMatchObject({ type: "object", required: [tag] });
      const choices = listOf(node["allOf"]).map(objectOf);
      const conditions = values.map((value) => ({ properties: { [tag]: { const: value } }, required: [tag] }));
      expect(
        choices.map((choice) => choice["if"]),
        pointer,
      ).toEqual(conditions);
      for (const [index, choice] of choices.entries()) {
        const variant = definitionOf(objectOf(choice["then"]));
        expect(variant, pointer).toMatchObject({
          type: "object",
          additionalProperties: false,
          required: expect.arrayContaining([tag]),
          properties: { [tag]: { description: expect.any(String), const: values[index] } },
        });
      }
    }
  });

  test("every anyOf is something or null", () => {
    for (const { pointer, node } of nodes) {
      if ("anyOf" in node) expect(node["anyOf"], pointer).toEqual([{ $ref: expect.any(String) }, { type: "null" }]);
    }
  });

  test("every object says whether it takes other keys, and only the four that §2.1 half shows do (S26)", () => {
    const isObject = ({ type, allOf }: JsonObject) => [type].flat().includes("object") && allOf === undefined;
    expect(where((node) => isObject(node) && !("additionalProperties" in node))).toEqual([]);
    expect(where((node) => node["additionalProperties"] === true).toSorted()).toEqual(
      ["DataConfig", "TelemetryConfig", "TuiConfig", "UpdatesConfig"].map((name) => `/$defs/${name}`),
    );
  });

  test("every required key exists", () => {
    const missing = ({ required, properties }: JsonObject): boolean =>
      listOf(required).some((key) => !Object.hasOwn(objectOf(properties), String(key)));
    expect(where(missing)).toEqual([]);
  });

  test("every pattern says in words what a text that does not match is", () => {
    expect(where((node) => "pattern" in node && !String(node["patternErrorMessage"]).startsWith("is "))).toEqual([]);
  });

  test("a length in characters stands only beside the same length in bytes", () => {
    expect(where((node) => node["maxLength"] !== node["x-max-bytes"])).toEqual([]);
  });

  test("a uint64 has its exact limit, and nothing else is so large", () => {
    const large = schemaText.match(/\d{16,}/g) ?? [];
    expect(new Set(large)).toEqual(new Set(["18446744073709551615"]));
    expect(large.length).toBe(where((node) => node["format"] === "uint64").length);
    expect(where((node) => "format" in node && node["format"] !== "uint64")).toEqual([]);
  });
});

const HTTP = { transport: "http", url: "https://mcp.example" };

const registered = (client: object) => ({ type: "oauth", registration: { type: "pre-registered", ...client } });

describe("the draft-07 translation", () => {
  const text = toDraft07(schemaText);
  const translation: JsonObject = JSON.parse(text);

  test("names its draft and has no word of a later one", () => {
    expect(translation["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
    expect(text).not.toContain("$defs");
  });

  test("leaves nothing beside a $ref, where draft 07 would not see it", () => {
    const accompanied = [...nodesOf(translation)].filter(({ node }) => "$ref" in node && Object.keys(node).length > 1);
    expect(accompanied).toEqual([]);
  });

  test("keeps every digit of large integers", () => {
    const digits = (schema: string) => new Set(schema.match(/\d{16,}/g));
    expect(digits(text)).toEqual(digits(schemaText));
    expect(text.match(/\d{16,}/g)?.length).toBe(text.match(/"uint64"/g)?.length);
  });

  const modern = configAjv().compile(schema);
  const old = new Ajv({ strict: false, validateFormats: false }).compile(translation);

  test.each<readonly [sentence: string, accepted: boolean, config: unknown]>([
    ["an empty configuration", true, {}],
    ["a catalog provider", true, { providers: { a: { kind: { type: "catalog", name: "alpha" } } } }],
    ["null at a nullable block and key", true, { daemon: null, models: { m: { context_window: null } } }],
    ["the largest uint32", true, { models: { m: { context_window: 4294967295 } } }],
    ["one more than the largest uint32", false, { models: { m: { context_window: 4294967296 } } }],
    ["the double nearest to the largest uint64", true, { daemon: { retry: { base_delay_ms: 2 ** 64 } } }],
    ["a share of 1", true, { models: { m: { compaction_threshold: 1 } } }],
    ["a share of 0", false, { models: { m: { compaction_threshold: 0 } } }],
    ["version 256", false, { version: 256 }],
    ["an unknown key", false, { modles: {} }],
    ["an unknown key beside hidden ones", true, { tui: { density: "compact" }, updates: { channel: 7 } }],
    ["an unknown key in permissions", false, { permissions: { secret_word: [] } }],
    ["null at a key that is not nullable", false, { providers: null }],
    ["a provider without kind", false, { providers: { a: { url: "https://a.example" } } }],
    ["an unknown kind", false, { providers: { a: { kind: { type: "custom" } } } }],
    ["a header name with a space", false, { mcp_servers: { s: { ...HTTP, headers: { "X A": "1" } } } }],
    ["a key of the other transport", false, { mcp_servers: { s: { ...HTTP, args: [] } } }],
    ["a server without transport", false, { mcp_servers: { s: { command: "npx" } } }],
    ["a timeout of zero", false, { mcp_servers: { s: { ...HTTP, default_timeout_seconds: 0 } } }],
    ["a registered client", true, { mcp_servers: { s: { ...HTTP, auth: registered({ client_id: "me" }) } } }],
    ["a registered client without id", false, { mcp_servers: { s: { ...HTTP, auth: registered({}) } } }],
    ["an option of 512 bytes", true, { models: { m: { request_option_defaults: { o: "a".repeat(512) } } } }],
    ["an option of 513 bytes", false, { models: { m: { request_option_defaults: { o: "a".repeat(513) } } } }],
    ["an option that is a number", false, { models: { m: { request_option_defaults: { o: 1 } } } }],
  ])("agrees with the original on %s: %s", (_sentence, accepted, config) => {
    expect({ modern: modern(config), old: old(config) }).toEqual({ modern: accepted, old: accepted });
  });
});

/** A key of the schema, named like in the table. */
interface Place {
  readonly path: string;
  readonly shape: Shape;
  readonly required: boolean;
}

function* keysOf(shape: Shape, path = ""): Generator<Place> {
  const common = commonKeys(shape);
  yield* placesOf({ ...shape, properties: common }, path);
  for (const [value, variant] of shape.tag?.variants ?? []) {
    const own = [...variant.properties].filter(([key]) => !common.has(key));
    yield* placesOf({ ...variant, properties: new Map(own) }, `${path}(${shape.tag?.key}=${value})`);
  }
  if (shape.rest !== undefined) yield* keysOf(shape.rest, `${path}.<name>`);
  if (shape.items !== undefined) yield* keysOf(shape.items, `${path}[]`);
}

function* placesOf({ schema, properties, tag }: Shape, parent: string): Generator<Place> {
  for (const [key, shape] of properties) {
    const path = parent === "" ? key : `${parent}.${key}`;
    yield { path, shape, required: tag === undefined ? schema.required?.includes(key) === true : inEvery(tag, key) };
    yield* keysOf(shape, path);
  }
}

function inEvery(tag: NonNullable<Shape["tag"]>, key: string): boolean {
  return [...tag.variants.values()].every(({ schema }) => schema.required?.includes(key));
}

/** All keys of an object; of a union only the tag and what every variant has alike. */
function commonKeys({ properties, tag }: Shape): ReadonlyMap<string, Shape> {
  const [first, ...others] = tag?.variants.values() ?? [];
  const alike = [...(first?.properties ?? [])].filter(([key, { schema }]) =>
    others.every((other) => same(other.properties.get(key)?.schema, schema)),
  );
  return new Map([...alike, ...properties]);
}

const MARKS = ["zero", "reload", "scope", "effect", "secret", "ref", "opaque", "strict", "ignore-case"] as const;

/** What the schema says of a key, in the words of the table. */
function statement({ shape, required }: Place): object {
  const marked = { ...(shape.items ?? shape.rest)?.schema, ...shape.schema };
  const all = {
    type: notationOf(shape),
    required: required || undefined,
    default: shape.schema.default,
    ...Object.fromEntries(MARKS.map((name) => [name, marked[`x-${name}`]])),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** What the table says of a key, as far as the schema can. Where it gives no width, the widest it knows is right. */
function expectation({ section, path, unset, required, ...rest }: SpecKey): object {
  const type = rest.type.replace(/^uint(?=\||$)/, "uint64");
  return { ...rest, type, ...(required === true ? { required } : {}) };
}

function partOf(shape: Shape, of: SpecForm["of"] | "entry"): Shape | undefined {
  return { value: shape, item: shape.items, name: shape.names, entry: shape.rest }[of];
}

function notationOf(shape: Shape): string {
  const nullable = shape.types?.has("null") === true ? "|null" : "";
  if (shape.tag !== undefined) return `tagged${nullable}`;
  if (shape.values !== undefined) return `enum:${shape.values.join(",")}${nullable}`;
  if (shape.types === undefined) return "any";
  const types = [...shape.types].filter((type) => type !== "null");
  return `${types.map((type) => notationOfType(type, shape)).join("|")}${nullable}`;
}

function notationOfType(type: TypeName, { schema, rest, items, open }: Shape): string {
  const { format, minimum, exclusiveMinimum, maximum, "x-max-bytes": bytes, "x-zero": zero } = schema;
  if (type === "object") return rest === undefined ? `${open ? "open " : ""}object` : `map<${notationOf(rest)}>`;
  if (type === "array") return `array<${items === undefined ? "any" : notationOf(items)}>`;
  if (type === "string") return bytes === undefined ? "string" : `string of ${bytes} bytes`;
  if (type === "number") return `number (${exclusiveMinimum}..${maximum}]`;
  if (type !== "integer") return type;
  const lowest = zero === "rejected" ? 1 : 0;
  if (minimum === lowest && maximum === 2 ** 64 && format === "uint64") return "uint64";
  if (minimum === lowest && maximum === 2 ** 32 - 1 && format === undefined) return "uint32";
  return `integer ${minimum}..${maximum}`;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Every schema within a schema, with its JSON Pointer. */
function* nodesOf(node: unknown, pointer = ""): Generator<{ readonly pointer: string; readonly node: JsonObject }> {
  if (typeof node !== "object" || node === null) return;
  const children = objectOf(node);
  yield { pointer, node: children };
  for (const key of ["items", "additionalProperties", "propertyNames", "if", "then"])
    yield* nodesOf(children[key], `${pointer}/${key}`);
  for (const key of ["properties", "$defs", "definitions", "anyOf", "allOf"]) {
    for (const [name, child] of Object.entries(objectOf(children[key])))
      yield* nodesOf(child, `${pointer}/${key}/${name}`);
  }
}

function objectOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function definitionOf({ $ref }: JsonObject): JsonObject {
  return objectOf(definitions[String($ref).replace("#/$defs/", "")]);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isSentence(text: unknown): boolean {
  return typeof text === "string" && /^[A-Z`].*\.$/.test(text);
}

function problems(validate: ValidateFunction, value: unknown): readonly unknown[] {
  return validate(value) ? [] : (validate.errors ?? ["invalid"]);
}

function metaSchema2020(): ValidateFunction {
  const vocabularies = ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"];
  const files = ["schema", ...vocabularies.map((name) => `meta/${name}`)];
  const ajv = new Ajv2020({ meta: false, validateSchema: false, strict: false });
  return metaSchema(
    ajv,
    files.map((file) => `json-schema-2020-12/${file}`),
  );
}

function metaSchema07(): ValidateFunction {
  return metaSchema(new Ajv({ meta: false, validateSchema: false, strict: false }), ["json-schema-draft-07"]);
}

/** A meta-schema compiled like any other schema: in its own role ajv does not assert formats. */
function metaSchema(ajv: Ajv, files: readonly string[]): ValidateFunction {
  addFormats.default(ajv);
  const [main, ...parts] = files.map((file) =>
    objectOf(JSON.parse(readFileSync(`node_modules/ajv/dist/refs/${file}.json`, "utf8"))),
  );
  for (const part of parts) ajv.addSchema(part);
  return ajv.compile(main ?? false);
}
