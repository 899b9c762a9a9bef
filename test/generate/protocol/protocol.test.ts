/** What is made from the contract of the protocol. */
import { expect, test } from "vitest";
import { codes, daemonRoutes, features, hubRoutes, limits } from "../../../src/generated/protocol/tables.js";
import { generateAnswers } from "./answers.js";
import { protocolSchemas } from "./bundle.js";
import { generateExecEventSchema, generateFleetEventSchema, generateSyncEventSchema } from "./exports.js";
import { generateDaemonOpenapi, generateHubOpenapi } from "./openapi.js";
import { generatePage } from "./page.js";
import { generateSingles } from "./singles.js";
import { generateTables } from "./tables.js";
import { generateProtocolTypes } from "./types.js";
import { generateRequests, generateValidators } from "./validators.js";

const protocol = protocolSchemas();
const { definitions } = protocol;

test("src/generated/protocol/types.ts holds the types of all bodies and records", async () => {
  await expect(await generateProtocolTypes(protocol)).toMatchFileSnapshot("../../../src/generated/protocol/types.ts");
});

test("src/generated/protocol/tables.ts holds the codes, limits and routes", async () => {
  await expect(generateTables(protocol)).toMatchFileSnapshot("../../../src/generated/protocol/tables.ts");
});

test("src/generated/protocol/singles.ts holds the same one by one", async () => {
  await expect(generateSingles()).toMatchFileSnapshot("../../../src/generated/protocol/singles.ts");
});

test("src/generated/protocol/validators.ts holds guards that load nothing", async () => {
  const code = generateValidators(protocol);
  expect(code).not.toMatch(/\brequire\(|\bfrom "(?!\.\/types\.js")/);
  await expect(code).toMatchFileSnapshot("../../../src/generated/protocol/validators.ts");
});

test("src/generated/protocol/requests.ts holds the guard of each route's body", async () => {
  await expect(generateRequests(protocol)).toMatchFileSnapshot("../../../src/generated/protocol/requests.ts");
});

test("src/generated/protocol/answers.ts holds the guard of each route's answers", async () => {
  await expect(generateAnswers(protocol)).toMatchFileSnapshot("../../../src/generated/protocol/answers.ts");
});

test("schema/sync-event.schema.json holds the records of the stream", async () => {
  await expect(generateSyncEventSchema(protocol)).toMatchFileSnapshot("../../../schema/sync-event.schema.json");
});

test("schema/daemon-openapi.json describes every route of the daemon", async () => {
  await expect(generateDaemonOpenapi(protocol)).toMatchFileSnapshot("../../../schema/daemon-openapi.json");
});

test("schema/fleet-event.schema.json holds the events of the fleet", async () => {
  await expect(generateFleetEventSchema(protocol)).toMatchFileSnapshot("../../../schema/fleet-event.schema.json");
});

test("schema/exec-event.schema.json holds the lines of `agent exec --format jsonl`", async () => {
  await expect(generateExecEventSchema(protocol)).toMatchFileSnapshot("../../../schema/exec-event.schema.json");
});

test("schema/hub-openapi.json describes every route of the hub, and those of a daemon behind it", async () => {
  await expect(generateHubOpenapi(protocol)).toMatchFileSnapshot("../../../schema/hub-openapi.json");
});

test("docs/protocol.md tells strangers of all of it", async () => {
  const page = generatePage(protocol);
  const told = [...Object.keys(codes), ...Object.keys(limits), ...Object.values(features), ...Object.keys(definitions)];
  const paths = [...Object.values(daemonRoutes), ...Object.values(hubRoutes)].map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect([...told, ...paths].filter((name) => !page.includes(name))).toEqual([]);
  expect(page).not.toMatch(/P-S\d|undefined|\[object/);
  await expect(page).toMatchFileSnapshot("../../../docs/protocol.md");
});
