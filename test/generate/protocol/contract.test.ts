/** The contract agrees with itself, and with the numbers of the specification. */
import { readdirSync, readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { codes, limits } from "../../../src/generated/protocol/tables.js";
import { isSyncRecordV1 } from "../../../src/generated/protocol/validators.js";
import { fitting, nearly } from "../../arbitrary/protocol.js";
import { cases } from "../../cases.js";
import { type Node, protocolSchemas } from "./bundle.js";
import { everywhere, routeEntries } from "./routes.js";
import { protocolTable } from "./tables.js";

const protocol = protocolSchemas();
const routes = [...routeEntries(protocol, "daemon"), ...routeEntries(protocol, "hub")];
const { daemon, hub } = protocolTable("routes") as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

test("every definition has a title of its own, and says what it is", () => {
  const files = readdirSync("schema/protocol").filter((file) => file.endsWith(".schema.json"));
  const schemas = files.map((file) => JSON.parse(readFileSync(`schema/protocol/${file}`, "utf8")) as Node);
  const all = schemas.flatMap((schema) => [schema, ...Object.values((schema["$defs"] ?? {}) as Record<string, Node>)]);
  const titles = all.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index || typeof title !== "string")).toEqual([]);
  expect(all.filter(({ description }) => typeof description !== "string").map(({ title }) => title)).toEqual([]);
  expect(schemas.filter(({ $schema }) => $schema !== "https://json-schema.org/draft/2020-12/schema")).toEqual([]);
});

test("a route names codes, schemas and limits that there are, and no two are for the same request", () => {
  expect([
    ...everywhere(),
    ...[...Object.values(daemon ?? {}), ...Object.values(hub ?? {})].flatMap(
      (route) => (route as { codes: string[] }).codes,
    ),
  ]).toSatisfy((names: readonly string[]) => names.every((name) => name in codes));
  const types = routes.flatMap(({ request, responses }) =>
    [...responses.flatMap(([, types]) => types), request?.type ?? []].flat(),
  );
  expect(types.filter((type) => !(type in protocol.definitions))).toEqual([]);
  expect(routes.filter(({ request }) => request !== undefined && !(request.limit in limits))).toEqual([]);
  const requests = routes.map(({ method, path }) => `${method} ${path}`);
  expect(requests.filter((one, index) => requests.indexOf(one) !== index)).toEqual([]);
});

test("what takes parameters or a body can refuse them, and what sends a stream can refuse its media type", () => {
  const isMissing = (code: string, route: (typeof routes)[number]): boolean =>
    !route.codes.some((entry) => entry.code === code);
  const taking = routes.filter(({ query, request }) => Object.keys(query).length > 0 || request !== undefined);
  expect(taking.filter((route) => isMissing("invalid_request", route))).toEqual([]);
  expect(routes.filter((route) => route.request !== undefined && isMissing("payload_too_large", route))).toEqual([]);
  expect(routes.filter((route) => route.isStream && isMissing("not_acceptable", route))).toEqual([]);
});

test("C278 the daemon's numbers of spec 8 are data", () => {
  expect(limits).toMatchObject({
    operationWindow: 10 * 60_000,
    ...{ frameRecords: 256, frameBytes: 2 * 1024 ** 2 },
    ...{ historyPageItems: 256, historyPageBytes: 2 * 1024 ** 2, checkpointLife: 10 * 60_000 },
    attachmentBytes: 8 * 1024 ** 2,
  });
});

test("no pattern takes more than linear time", () => {
  const patterns = [...JSON.stringify(protocol.definitions).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
  expect(patterns.length).toBeGreaterThan(5);
  const slow = patterns.filter(([, text = '""']) => analyse(new RegExp(JSON.parse(text), "u")).reports.length > 0);
  expect(slow.map(([, text]) => text)).toEqual([]);
});

test("the files of the contract, read by ajv as they stand, say of each kind of record what the guards say", () => {
  const files = readdirSync("schema/protocol").filter((file) => file.endsWith(".schema.json"));
  const ajv = new Ajv2020.default({ strict: true });
  for (const file of files) ajv.addSchema(JSON.parse(readFileSync(`schema/protocol/${file}`, "utf8")) as Node);
  const judge = ajv.getSchema("https://agentcfg.example/protocol/sync-record.schema.json") ?? expect.unreachable();
  const kinds = protocol.definitions["SyncRecordV1"]?.["anyOf"] as readonly { readonly $ref: string }[];
  expect(kinds.length).toBeGreaterThan(14);
  const said = new Set<boolean>();
  for (const name of kinds.map(({ $ref }) => $ref.replace("#/$defs/", ""))) {
    const record = fc.oneof(fitting(name, protocol.definitions), nearly(name, protocol.definitions));
    const property = fc.property(record, (data) => {
      said.add(isSyncRecordV1(data));
      expect(judge(data), JSON.stringify(data)).toBe(isSyncRecordV1(data));
    });
    fc.assert(property, { numRuns: cases(100) });
  }
  expect(said.size).toBe(2);
});
