/** What is exported of the contract, read as others read it: with ajv alone, and by the rules of OpenAPI 3.1. */
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codes } from "../../../src/generated/protocol/tables.js";
import * as guards from "../../../src/generated/protocol/validators.js";
import { fitting, nearly } from "../../arbitrary/protocol.js";
import { cases, some } from "../../cases.js";
import { protocolSchemas } from "./bundle.js";
import { everywhere, proxiedEntries, routeEntries } from "./routes.js";

const protocol = protocolSchemas();
const { definitions } = protocol;
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const strict = (): Ajv2020.default => new Ajv2020.default({ strict: true });

/** Every object in a document, with where it stands. */
function* objectsIn(node: unknown, path = "#"): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield [path, node as Readonly<Record<string, unknown>>];
  for (const [key, child] of Object.entries(node)) yield* objectsIn(child, `${path}/${key}`);
}

function at(document: unknown, pointer: string): unknown {
  const keys = pointer.slice(2).split("/");
  return keys.reduce<unknown>((node, key) => (node as Readonly<Record<string, unknown>> | undefined)?.[key], document);
}

test("C268 the fleet's events are in one piece, named as the specification names them, and ajv says of them what the guard says", () => {
  const schema = readJson("schema/fleet-event.schema.json") as { readonly title: string; readonly $defs: object };
  expect(schema.title).toBe("FleetEventV1");
  const references = [...objectsIn(schema)].flatMap(([, { $ref }]) => ($ref === undefined ? [] : [String($ref)]));
  expect(references.filter((reference) => at(schema, reference) === undefined)).toEqual([]);
  const judge = strict().compile(schema);
  const event = fc.oneof(fitting("FleetEventV1", definitions), nearly("FleetEventV1", definitions));
  fc.assert(
    fc.property(event, (data) => {
      expect(judge(data)).toBe(guards.isFleetEventV1(data));
    }),
    { numRuns: cases(500) },
  );
});

interface Choices {
  readonly anyOf: readonly object[];
}

describe("sync-event.schema.json", () => {
  const schema = readJson("schema/sync-event.schema.json") as {
    readonly title: string;
    readonly $schema: string;
    readonly $defs: Readonly<Record<string, unknown>>;
    readonly anyOf: readonly { readonly $ref: string }[];
  };

  test("C268 it is 2020-12, in one piece, named as the specification names it, and ajv takes it in its strict mode", () => {
    expect(schema).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", title: "SyncRecordV1" });
    const references = [...objectsIn(schema)].flatMap(([, { $ref }]) => ($ref === undefined ? [] : [String($ref)]));
    expect(references.filter((reference) => at(schema, reference) === undefined)).toEqual([]);
    expect(Object.keys(schema.$defs).filter((name) => !references.includes(`#/$defs/${name}`))).toEqual([]);
    expect(strict().compile(schema)).toBeTypeOf("function");
  });

  test("C268 it says of a record what the guard says", () => {
    const judge = strict().compile(schema);
    const record = fc.oneof(fitting("SyncRecordV1", definitions), nearly("SyncRecordV1", definitions));
    const property = fc.property(record, (data) => {
      expect(judge(data)).toBe(guards.isSyncRecordV1(data));
    });
    fc.assert(property, { numRuns: cases(1000) });
  });

  test("every kind of P-S18 is a member, and whatever else there will be", () => {
    const kindOf = ({ $ref }: { readonly $ref: string }): unknown => at(schema, `${$ref}/properties/kind`);
    const kinds = schema.anyOf.map(kindOf).flatMap((kind) => (kind as { readonly const?: string }).const ?? []);
    expect(kinds).toEqual([
      ...[
        "turn_started",
        "turn_waiting",
        "turn_finished",
        "compacted",
        "item_started",
        "item_delta",
        "item_finished",
        "input_queued",
      ],
      ...["input_dequeued", "interrogative_opened", "interrogative_resolved", "operation_updated", "session_changed"],
      ...["daemon_catalog_changed", "session_stopping"],
    ]);
    expect(schema.anyOf.map(kindOf).at(-1)).toMatchObject({ not: { enum: kinds } });
  });

  test("C044 unknown kinds and unknown fields are no mistakes, and a known kind must be right", () => {
    const record = {
      version: 1,
      daemon_epoch: "e",
      cursor: "c",
      at: "2026-01-31T23:59:59.999Z",
      kind: "later",
      more: {},
    };
    expect(guards.isSyncRecordV1(record)).toBe(true);
    const changed = { ...record, kind: "daemon_catalog_changed", catalog_revision: "9007199254740993" };
    expect(guards.isSyncRecordV1(changed)).toBe(true);
    expect(guards.isSyncRecordV1({ ...changed, catalog_revision: 7 })).toBe(false);
  });

  test("C037 no counter revision is a number", () => {
    const named = Object.values(definitions).flatMap((definition) => [...objectsIn(definition)]);
    const revisions = named.flatMap(([, node]) => Object.entries(node).filter(([key]) => /revision$/.test(key)));
    expect(revisions.length).toBeGreaterThan(3);
    const types = revisions.flatMap(([, schema]) =>
      "anyOf" in (schema as object) ? (schema as Choices).anyOf : schema,
    );
    expect(types).toSatisfy((all: readonly object[]) =>
      all.every(
        (type) => JSON.stringify(type) === '{"$ref":"#/$defs/Counter"}' || JSON.stringify(type) === '{"type":"null"}',
      ),
    );
  });
});

const hubOwn = routeEntries(protocol, "hub");

describe.each([
  { file: "daemon-openapi.json", routes: routeEntries(protocol, "daemon") },
  { file: "hub-openapi.json", routes: [...hubOwn, ...proxiedEntries(protocol)] },
])("$file", ({ file, routes }) => {
  interface Operation {
    readonly operationId: string;
    readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
    readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> };
    readonly responses: Readonly<Record<string, Answer>>;
  }
  interface Answer {
    readonly description: string;
    readonly content: Readonly<Record<string, { readonly schema: unknown; readonly examples?: object }>>;
  }
  const document = readJson(`schema/${file}`) as {
    readonly openapi: string;
    readonly jsonSchemaDialect: string;
    readonly info: Readonly<Record<string, unknown>>;
    readonly security: readonly unknown[];
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

  test("C269 it is OpenAPI 3.1 in the dialect of the schemas, and nothing goes without the bearer", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.jsonSchemaDialect).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.components["securitySchemes"]).toMatchObject({ bearer: { type: "http", scheme: "bearer" } });
    expect(operations.filter(({ operation }) => "security" in operation)).toEqual([]);
  });

  test("C269 every reference leads to something of its kind, and every component is used", () => {
    const references = [...objectsIn(document)].flatMap(([, { $ref }]) => ($ref === undefined ? [] : [String($ref)]));
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => at(document, reference) === undefined)).toEqual([]);
    const used = new Set(references);
    const parts = Object.entries(document.components).filter(([kind]) => kind !== "securitySchemes");
    const names = parts.flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    expect(names.filter((name) => !used.has(name))).toEqual([]);
    expect(names.filter((name) => !/^#\/components\/\w+\/[\w.-]+$/.test(name))).toEqual([]);
  });

  test("C269 its operations are the routes, and each has its own name", () => {
    const described = operations.map(({ path, method, operation }) => [
      operation.operationId,
      method.toUpperCase(),
      path,
    ]);
    const expected = routes.map(({ name, method, path }) => [name, method, path]);
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  test.each(operations)("C269 $method $path says what is taken and answered", ({ path, operation }) => {
    const route = routes.find(({ name }) => name === operation.operationId);
    const { parameters = [], requestBody, responses } = operation;
    expect(parameters.filter((one) => one.in === "query").map(({ name }) => name)).toEqual(
      Object.keys(route?.query ?? {}),
    );
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(inPath);
    expect(requestBody === undefined).toBe(route?.request === undefined);
    const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
    expect(good.map(([status]) => status)).toEqual(route?.responses.map(([status]) => status));
    const types = route?.isStream ? ["text/event-stream", "application/x-ndjson"] : ["application/json"];
    expect(good.map(([, { content }]) => Object.keys(content))).toEqual(good.map(() => types));
    expect(Object.values(responses).every(({ description }) => description !== "")).toBe(true);
  });

  test.each(operations)("C269 $method $path says which codes go with which status", ({ operation }) => {
    const { operationId, responses } = operation;
    const own = routes.find(({ name }) => name === operationId)?.codes.map(({ code }) => code) ?? [];
    expect(own).toEqual(expect.arrayContaining([...everywhere()]));
    for (const code of own) {
      for (const status of codes[code as keyof typeof codes].status) {
        expect(responses[String(status)]?.content["application/json"]?.examples).toHaveProperty(code);
        const example = codes[code as keyof typeof codes].status.length === 1 ? code : `${code}_${status}`;
        expect(document.components["examples"]?.[example]).toMatchObject({ value: { code, status } });
      }
    }
  });

  test("examples of refusals fit what they are examples of", () => {
    const examples = Object.values(document.components["examples"] ?? {}) as readonly { readonly value: unknown }[];
    expect(examples.length).toBeGreaterThan(10);
    expect(examples.filter(({ value }) => !guards.isProtocolError(value))).toEqual([]);
  });

  const schemas = Object.keys(document.components["schemas"] ?? {});

  test("C269 ajv takes every schema in its strict mode, and says what the guards say", () => {
    const defined = JSON.stringify(document.components["schemas"]).replaceAll("#/components/schemas/", "#/$defs/");
    const ajv = strict().addSchema({ $id: "https://agentcfg.example/daemon", $defs: JSON.parse(defined) });
    for (const name of some(schemas)) {
      const judge = ajv.compile({ $ref: `https://agentcfg.example/daemon#/$defs/${name}` });
      const guard = (guards as Record<string, (data: unknown) => boolean>)[`is${name}`];
      const value = fc.oneof(fitting(name, definitions), nearly(name, definitions));
      const property = fc.property(value, (data) => {
        expect(judge(data)).toBe(guard?.(data));
      });
      fc.assert(property, { numRuns: cases(50) });
    }
  });

  test("no number of ours stands in what others read", () => {
    expect(readFileSync(`schema/${file}`, "utf8")).not.toMatch(/P-S\d|\(spec /);
  });
});

test("C269 every route of the hub is under /api/v1", () => {
  expect(hubOwn.length).toBeGreaterThan(5);
  expect([...hubOwn, ...proxiedEntries(protocol)].filter(({ path }) => !path.startsWith("/api/v1/"))).toEqual([]);
});

test.each(["sync-event", "fleet-event", "exec-event"])("no number of ours stands in the schema of %s", (name) => {
  expect(readFileSync(`schema/${name}.schema.json`, "utf8")).not.toMatch(/P-S\d|\(spec /);
});
