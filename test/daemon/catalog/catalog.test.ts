/** When a daemon publishes another catalog, and what it tells of it (spec 2.1, 2.7, 6; P-S10, P-S36). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256Hex } from "../../../src/agent/machine/interfaces/hash.js";
import { daemonState } from "../../../src/agent/session/daemon/routes/catalog.js";
import { syncFeed } from "../../../src/agent/wire/core/feed.js";
import { legacyFeed } from "../../../src/agent/wire/core/legacy.js";
import { Readers } from "../../../src/agent/wire/server/readers.js";
import type { DaemonState } from "../../../src/generated/protocol/types.js";
import { isDaemonState, isSyncRecordV1 } from "../../../src/generated/protocol/validators.js";
import { cases } from "../../cases.js";
import { HandClock } from "../../ports/hand-clock.js";
import { TestExchange } from "../exchange.js";
import { facet, KEY, loaded, server, tool } from "./loaded.js";
import { EPOCH, publishing } from "./published.js";

type Publishing = Awaited<ReturnType<typeof publishing>>;

/** The answer of the route. */
async function answered({ catalog }: Pick<Publishing, "catalog">): Promise<TestExchange | { readonly code: string }> {
  const handled = await daemonState(catalog)({ parameters: {}, query: {}, body: undefined, headers: [] });
  if ("refusal" in handled) return { code: handled.refusal.code };
  if (!("stream" in handled)) return expect.unreachable();
  const exchange = new TestExchange("/daemon-state");
  await handled.stream(exchange);
  return exchange;
}

async function got(from: Pick<Publishing, "catalog">): Promise<TestExchange> {
  const exchange = await answered(from);
  return exchange instanceof TestExchange ? exchange : expect.unreachable(exchange.code);
}

test("C121 before the first publication there is no catalog, and afterwards there is", async () => {
  const at = await publishing();
  expect(await answered(at)).toEqual({ code: "catalog_unavailable" });
  expect(at.catalog.publish(await loaded())).toBe(true);
  const answer = await got(at);
  expect([answer.status, answer.isEnded]).toEqual([200, true]);
  const state = answer.json<DaemonState>();
  expect(isDaemonState(state)).toBe(true);
  expect([state.version, state.daemon_epoch]).toEqual([1, EPOCH]);
  expect(Object.keys(state).slice(0, 3)).toEqual(["version", "daemon_epoch", "catalog_revision"]);
  expect(Object.fromEntries(answer.answerHeaders)).toMatchObject({
    ...{ "content-type": "application/json", "cache-control": "no-store" },
    "content-length": String(answer.chunks.reduce((sum, { length }) => sum + length, 0)),
  });
});

test("C122 one revision has the same bytes and the same strong `ETag` for everybody, and another revision has others", async () => {
  const at = await publishing();
  at.catalog.publish(await loaded());
  const [first, second] = [await got(at), await got(at)];
  expect(second.text).toBe(first.text);
  expect(second.header("etag")).toBe(first.header("etag"));
  expect(first.header("etag")).toBe(`"${sha256Hex(first.text)}"`);
  at.catalog.publish(await loaded({ tools: [] }));
  const later = await got(at);
  expect(later.json<DaemonState>().catalog_revision).not.toBe(first.json<DaemonState>().catalog_revision);
  expect(later.header("etag")).not.toBe(first.header("etag"));
});

test("C133 the same catalog again keeps the revision and the bytes, and is told to nobody", async () => {
  const at = await publishing();
  at.catalog.publish(await loaded());
  const before = at.catalog.current;
  const count = at.records.length;
  for (let each = 0; each < 3; each += 1) expect(at.catalog.publish(await loaded())).toBe(false);
  expect(at.catalog.current).toBe(before);
  expect(at.records).toHaveLength(count);
});

test("C134 a difference is one new revision, one record and the revision of snapshots; a tool server that comes or goes, too", async () => {
  const at = await publishing();
  const [found] = [tool("mcp__search__find", { origin: "mcp" })];
  const sources = [
    await loaded(),
    await loaded({ facets: [facet("plan"), facet("other")] }),
    await loaded({ tools: [tool("shell"), found], servers: [server("search", { tools: [found] })] }),
    await loaded({ servers: [server("search", { state: "disconnected" })] }),
    await loaded({ servers: [server("search", { state: "reconnecting" })] }),
    await loaded(),
  ];
  const revisions = sources.map((source) => {
    const count = at.records.length;
    expect(at.catalog.publish(source)).toBe(true);
    const [record, ...more] = at.records.slice(count);
    expect(more).toEqual([]);
    expect(isSyncRecordV1(record)).toBe(true);
    const revision = at.catalog.current?.revision;
    expect(record).toMatchObject({ kind: "daemon_catalog_changed", daemon_epoch: EPOCH, catalog_revision: revision });
    expect(at.session.stream.state.catalogRevision).toBe(revision);
    return revision;
  });
  expect(new Set(revisions).size).toBe(sources.length);
});

test("C284 a change of the catalog is told on the ordered stream and on the legacy stream", async () => {
  const at = await publishing();
  const readers = new Readers(at.session, at.clock);
  const [ordered, legacy] = [new TestExchange("/events?after=x"), new TestExchange("/events")];
  readers.add(ordered, syncFeed(at.session.stream), "ndjson", 0);
  readers.add(legacy, legacyFeed(at.session.stream, "session-1"), "ndjson", 0);
  at.catalog.publish(await loaded());
  at.clock.pass(0);
  const catalog_revision = at.catalog.current?.revision;
  expect(ordered.records).toMatchObject([{ kind: "daemon_catalog_changed", catalog_revision }]);
  expect(JSON.parse(legacy.text)).toMatchObject({ event: { type: "daemon_catalog_changed", catalog_revision } });
  expect(legacy.text.split("\n").filter((line) => line !== "")).toHaveLength(1);
});

test("C136 the session's facet, model and monitor are no part of a catalog", async () => {
  const at = await publishing();
  at.catalog.publish(await loaded());
  const before = at.catalog.current;
  at.session.publish({ kind: "session_changed", facet: "plan", model: "m", permission_monitor: "bypass" });
  const count = at.records.length;
  expect(at.catalog.publish(await loaded())).toBe(false);
  expect(at.catalog.current).toBe(before);
  expect(at.records).toHaveLength(count);
});

test("the counter goes on over restarts, and no revision comes again with other bytes", async () => {
  const clock = new HandClock();
  const seen: bigint[] = [];
  for (const epoch of ["a", "b", "c"]) {
    const at = await publishing({ epoch, clock });
    for (const tools of [[], [tool("shell")], []]) {
      at.catalog.publish(await loaded({ tools }));
      seen.push(BigInt(at.catalog.current?.revision ?? "0"));
    }
    clock.pass(1);
  }
  expect(seen).toHaveLength(9);
  expect(seen.every((revision, index) => index === 0 || revision > (seen[index - 1] ?? 0n))).toBe(true);
});

test("a catalog that does not fit its schema leaves the last one, and the log says so without its texts", async () => {
  const at = await publishing();
  at.catalog.publish(await loaded());
  const before = at.catalog.current;
  const wrong = facet("plan", { description: "canary", color: { light: "canary", dark: "#000000" } });
  expect(at.catalog.publish(await loaded({ facets: [wrong] }))).toBe(false);
  expect(at.catalog.current).toBe(before);
  expect(at.records).toHaveLength(1);
  expect(at.lines).toHaveLength(1);
  expect(at.lines[0]).toMatch(/error the catalog could not be published; the last one stays reason=/);
  expect(at.lines[0]).not.toContain("canary");
});

test("C131 the log counts the names that are kept out, and shows none", async () => {
  const at = await publishing();
  at.catalog.publish(await loaded({ tools: [tool(KEY), tool("x".repeat(1000))] }));
  expect(at.lines.join("")).toMatch(/rejected=1[\s\S]*left_out=1/);
  expect(at.lines.join("")).not.toContain(KEY);
});

/** Values of every shape in the place of what is loaded. */
const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
const wrongSource = fc.record(
  {
    ...{ facets: anything, subagents: anything, skills: anything, tools: anything, servers: anything },
    config: fc.record({ providers: anything, models: anything }),
  },
  { requiredKeys: [] },
);
const wrongEntries = fc.record(
  {
    facets: fc.array(fc.record({ name: fc.string(), description: anything, model: anything, policies: anything })),
    tools: fc.array(
      fc.record({
        ...{ name: fc.string(), description: fc.string(), tags: fc.array(fc.string()), inputSchema: anything },
        ...{ strict: fc.boolean(), origin: fc.constantFrom("mcp", "shipped", "elsewhere") },
      }),
    ),
    servers: fc.array(fc.record({ name: fc.string(), state: anything, transport: anything, tools: anything })),
  },
  { requiredKeys: [] },
);

test("whatever is loaded, a catalog is published that fits its schema, or the last one stays", async () => {
  const usual = await loaded();
  await fc.assert(
    fc.asyncProperty(fc.oneof(wrongSource, wrongEntries), async (wrong) => {
      const at = await publishing();
      at.catalog.publish(usual);
      const before = at.catalog.current;
      const isNew = at.catalog.publish({ ...usual, ...wrong } as unknown as typeof usual);
      const { current = expect.unreachable() } = at.catalog;
      expect(isDaemonState(JSON.parse(Buffer.from(current.bytes).toString()))).toBe(true);
      expect(current !== before).toBe(isNew);
      expect(at.records).toHaveLength(isNew ? 2 : 1);
    }),
    { numRuns: cases(2000) },
  );
});
