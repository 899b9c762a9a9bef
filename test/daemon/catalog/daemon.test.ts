/** The catalog of a daemon that runs: its route, and what changes it (spec 2.7, 6; P-S36, P-S37, P-S81). */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { DaemonState, SyncRecordV1 } from "../../../src/generated/protocol/types.js";
import { isDaemonState } from "../../../src/generated/protocol/validators.js";
import { type Bench, OFFLINE, running, settled } from "../bench.js";
import type { TestExchange } from "../exchange.js";

/** A tool server in a few lines: it answers what it is asked, and has one tool. */
const SERVER = `
let rest = "";
process.stdin.on("data", (bytes) => {
  const lines = (rest + bytes).split("\\n");
  rest = lines.pop();
  for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
    if (id === undefined) continue;
    const result =
      method === "initialize"
        ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }
        : method === "tools/list"
          ? { tools: [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }] }
          : {};
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  }
});`;

const WITH_SERVER = `${OFFLINE}mcp_servers:
  search:
    transport: stdio
    command: ${JSON.stringify(process.execPath)}
    args: ["-e", ${JSON.stringify(SERVER)}]
    default_enabled: false
`;

const state = async (bench: Bench): Promise<DaemonState> => (await bench.get("/daemon-state")).json<DaemonState>();

/** The revisions that a stream has told of. */
function told({ records }: { readonly records: readonly SyncRecordV1[] }): readonly string[] {
  return records.flatMap((record) => (record.kind === "daemon_catalog_changed" ? [record.catalog_revision] : []));
}

/** Resolves when the catalog that a stream has told of last is such a one. */
async function untilCatalog(bench: Bench, stream: TestExchange, holds: (state: DaemonState) => boolean) {
  for (let seen = 0; ; ) {
    await stream.until((one) => told(one).length > seen);
    seen = told(stream).length;
    const found = await state(bench);
    if (holds(found)) return found;
  }
}

/** The tools that are shipped. */
const OWN = ["ask_user", "edit", "list", "read", "search", "shell", "write"];

test("C121 C122 C124 a daemon lists what it can use, under the revision of its snapshots", async () => {
  const bench = await running();
  const answer = await bench.get("/daemon-state");
  const found = answer.json<DaemonState>();
  expect(answer.status).toBe(200);
  expect(isDaemonState(found)).toBe(true);
  const { daemon_epoch, catalog_revision, features } = await bench.sync();
  expect([found.daemon_epoch, found.catalog_revision]).toEqual([daemon_epoch, catalog_revision]);
  expect(features).toContain("daemon.catalog.v1");
  expect((await bench.get("/sync/summary")).json()).toMatchObject({ catalog_revision });
  expect(found.facets.map(({ name }) => name)).toEqual(["execute", "plan"]);
  expect(found.models.map(({ name, protocol }) => [name, protocol])).toEqual([["echo", "test"]]);
  expect(found.tools.map(({ name }) => name)).toEqual(OWN);
  const again = await bench.get("/daemon-state");
  expect([again.text, again.header("etag")]).toEqual([answer.text, answer.header("etag")]);
  expect(answer.header("etag")).toMatch(/^"[0-9a-f]{64}"$/);
});

test("C133 C134 a reload without a difference is told to nobody, and one with a difference once", async () => {
  const bench = await running();
  const stream = await bench.follow();
  const before = await state(bench);
  expect((await bench.post("/reload")).json()).toEqual({
    ...{ status: "unchanged", catalog_revision: before.catalog_revision },
  });
  await settled();
  expect(told(stream)).toEqual([]);
  writeFileSync(bench.file, `${OFFLINE}  second: { provider: offline, class: mini, context_window: 8000 }\n`);
  const { catalog_revision } = (await bench.post("/reload")).json<{ catalog_revision: string }>();
  await settled();
  expect(told(stream)).toEqual([catalog_revision]);
  const after = await state(bench);
  expect(after.catalog_revision).toBe(catalog_revision);
  expect(after.models.map(({ name }) => name)).toEqual(["echo", "second"]);
});

test("C134 a tool server that connects or leaves makes another catalog", async () => {
  const bench = await running({ config: WITH_SERVER });
  const stream = await bench.follow();
  bench.clock.pass(0);
  expect((await state(bench)).mcp_servers).toMatchObject([{ name: "search", state: "disabled", tool_count: 0 }]);
  await bench.post("/mcp/search/enable");
  const connected = await untilCatalog(bench, stream, ({ mcp_servers: [one] }) => one?.state === "connected");
  expect(connected.mcp_servers).toEqual([
    { name: "search", transport: "stdio", state: "connected", tool_count: 1, tools: ["mcp__search__find"] },
  ]);
  expect(connected.tools.map(({ name, origin }) => [name, origin])).toEqual([
    ...[
      ["ask_user", "shipped"],
      ["edit", "shipped"],
      ["list", "shipped"],
      ["mcp__search__find", "mcp"],
    ],
    ...[
      ["read", "shipped"],
      ["search", "shipped"],
      ["shell", "shipped"],
      ["write", "shipped"],
    ],
  ]);
  await bench.post("/mcp/search/disable");
  const left = await untilCatalog(bench, stream, ({ mcp_servers: [one] }) => one?.state === "disabled");
  expect(left.tools.map(({ name }) => name)).toEqual(OWN);
  expect(new Set(told(stream)).size).toBe(told(stream).length);
  expect(told(stream).at(-1)).toBe(left.catalog_revision);
});

test("C136 another facet, model or monitor is no other catalog", async () => {
  const bench = await running({
    config: `${OFFLINE}  second: { provider: offline, class: mini, context_window: 8000 }\n`,
  });
  const stream = await bench.follow();
  const before = (await bench.get("/daemon-state")).text;
  for (const [route, body] of [
    ["/facet", { facet: "plan" }],
    ["/model", { model: "second" }],
    ["/permission-monitor", { monitor: "bypass" }],
  ] as const)
    expect((await bench.post(route, body)).json()).toEqual({ status: "changed" });
  await bench.turn("hello");
  await settled();
  expect(stream.records.filter(({ kind }) => kind === "session_changed").length).toBeGreaterThan(2);
  expect(told(stream)).toEqual([]);
  expect((await bench.get("/daemon-state")).text).toBe(before);
});

test("the revisions of a session that goes on are others, and none of them comes again", async () => {
  const bench = await running();
  const first = await state(bench);
  await bench.daemon.stop("terminate");
  // Its clock stands where that of the first run stood.
  const next = await state(await bench.again());
  expect(next.daemon_epoch).not.toBe(first.daemon_epoch);
  expect(next.catalog_revision).not.toBe(first.catalog_revision);
});
