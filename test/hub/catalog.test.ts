/** The pages of a hub's catalog: their content, their snapshots, and what is refused (spec 2.5, P-S50, P-S72). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TokenCodec, tagOf } from "../../src/agent/wire/protocol/token.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import {
  answering,
  EPOCH,
  type FleetBench,
  fleetBench,
  folded,
  stateOf,
  summaryOf,
  unobserved,
} from "./fleet-bench.js";

/** So many stopped sessions in one project, which make one entry more. */
const stoppedSessions =
  (count: number) =>
  async (bench: FleetBench): Promise<void> => {
    for (let each = 0; each < count; each += 1) await bench.stopped(`s${String(each).padStart(5, "0")}`);
  };

/** So many more rows with a title, without folders. */
function fillWith({ fleet }: FleetBench, count: number, title: string): void {
  const { sessions } = fleet.stream.state;
  const [row] = sessions.values();
  if (row === undefined) throw new Error("there is no row");
  for (let each = 0; each < count; each += 1) {
    const session_id = `x${String(each).padStart(5, "0")}`;
    sessions.set(session_id, { ...row, session_id, title });
  }
}

const code = async (bench: FleetBench, query: { snapshot?: string; page?: string }): Promise<unknown> => {
  const { status, text } = await bench.catalog(query);
  return status === 200 ? status : `${status} ${text}`;
};

test("C157 a page has what the specification lists, projects and sessions by id, and exactly three features", async () => {
  const bench = await fleetBench({}, async (bench) => {
    await bench.run("b", answering(summaryOf("b", { state: "running", busy: true })));
    await bench.stopped("c", "/elsewhere");
    await bench.crashed("a");
  });
  const page = await bench.page();
  expect(Object.keys(page).sort()).toEqual([
    ...["cursor", "features", "fleet_epoch", "page", "projects", "sessions", "snapshot", "version"],
  ]);
  expect([page.version, page.fleet_epoch, page.page]).toEqual([1, EPOCH, { next_page: null, total: 5 }]);
  expect(page.features).toEqual(["fleet_catalog.v1", "fleet_events.v1", "session_history.v1"]);
  expect(page.sessions.map(({ session_id, state }) => [session_id, state])).toEqual([
    ["a", "crashed"],
    ["b", "running"],
    ["c", "stopped"],
  ]);
  expect(page.projects.map(({ name, session_count }) => [name, session_count]).sort()).toEqual([
    ["elsewhere", 1],
    ["work", 2],
  ]);
  expect(page.projects.map((one) => one.project_id)).toEqual(page.projects.map((one) => one.project_id).sort());
  expect((await bench.catalog()).header("content-type")).toBe("application/json");
});

test("C159 200 entries are one page, 201 two; the same request gives the same bytes; an empty fleet is one page", async () => {
  const empty = await (await fleetBench()).page();
  expect([empty.projects, empty.sessions, empty.page]).toEqual([[], [], { next_page: null, total: 0 }]);
  const bench = await fleetBench({}, stoppedSessions(199));
  expect((await bench.page()).page).toEqual({ next_page: null, total: 200 });
  await bench.stopped("s-200");
  await bench.pass(1000);
  const first = await bench.page();
  const pages = await bench.rest(first);
  expect(pages.map(({ projects, sessions }) => projects.length + sessions.length)).toEqual([200, 1]);
  for (const { cursor, snapshot, page } of pages)
    expect([cursor, snapshot, page.total]).toEqual([first.cursor, first.snapshot, 201]);
  const query = { snapshot: first.snapshot, page: first.page.next_page ?? "" };
  expect((await bench.catalog(query)).text).toBe((await bench.catalog(query)).text);
  expect(await bench.page({ snapshot: first.snapshot })).toEqual(first);
});

test("C159 a page has at most 1 MiB, whatever its rows hold, and all rows come", async () => {
  const long = "\u0001😀".repeat(900);
  const bench = await fleetBench({}, async (bench) => {
    for (let each = 0; each < 100; each += 1) {
      await bench.crashed(`s${each}`, `/${long}${each % 7}`);
      await bench.finalize(`s${each}`, { title: long, model: long, facet: long });
    }
  });
  const pages = await bench.rest(await bench.page());
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(limits.fleetPageBytes);
  expect(stateOf(pages).sessions.size).toBe(100);
});

test("3,000 sessions of one moment come on 16 pages, each once and in order", async () => {
  const bench = await fleetBench({}, stoppedSessions(1));
  fillWith(bench, 2999, "");
  const pages = await bench.rest(await bench.page());
  const ids = pages.flatMap(({ sessions }) => sessions.map(({ session_id }) => session_id));
  expect([pages.length, ids.length]).toEqual([16, 3000]);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test("C163 pages show the moment of their snapshot while the fleet changes: nothing twice, nothing missing, nothing later", async () => {
  const change = fc.record({
    what: fc.constantFrom("add", "remove", "title", "answer"),
    which: fc.nat({ max: 420 }),
    isPageRead: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const bench = await fleetBench({}, stoppedSessions(410));
      await bench.run("running");
      await bench.pass(1000);
      const [first, before] = [await bench.page(), await bench.all()];
      const pages = [first];
      const read = async (): Promise<void> => {
        const next = pages.at(-1)?.page.next_page;
        if (next != null) pages.push(await bench.page({ snapshot: first.snapshot, page: next }));
      };
      for (const { what, which, isPageRead } of changes) {
        const id = `s${String(which).padStart(5, "0")}`;
        if (what === "add") await bench.stopped(`n${which}`);
        if (what === "remove" && bench.disk.has(bench.folder(id))) bench.disk.move(bench.folder(id));
        if (what === "title" && bench.disk.has(bench.folder(id))) await bench.finalize(id, { title: "later" });
        if (what === "answer") bench.answers.set("running", answering(summaryOf("running", { title: `${which}` })));
        await bench.pass(1000);
        if (isPageRead) await read();
      }
      for (let each = 0; each < 3; each += 1) await read();
      expect(pages.flatMap(({ projects, sessions }) => [...projects, ...sessions]).length).toBe(first.page.total);
      expect(unobserved(stateOf(pages))).toEqual(unobserved(before));
      // The cursor leads from that moment to now.
      const now = folded(stateOf(pages), await bench.eventsAfter(first.cursor));
      expect(unobserved(now)).toEqual(unobserved(await bench.all()));
      await bench.fleet.stop();
    }),
    { numRuns: cases(60) },
  );
});

test("C167 a snapshot gives its pages for 599,999 ms by either clock, and is 410 at 600,000; the ninth drops the first", async () => {
  const bench = await fleetBench({}, stoppedSessions(201));
  const query = ({ snapshot, page }: Awaited<ReturnType<FleetBench["page"]>>) => ({
    snapshot,
    page: page.next_page ?? "",
  });
  const first = query(await bench.page());
  bench.clock.jump(500_000);
  expect(await code(bench, first)).toBe(200);
  bench.clock.jump(-900_000);
  bench.clock.pass(99_999);
  expect(await code(bench, first)).toBe(200);
  bench.clock.pass(1);
  expect([await code(bench, first), await code(bench, { snapshot: first.snapshot })]).toEqual([
    ...["410 snapshot_expired", "410 snapshot_expired"],
  ]);
  const all = [];
  for (let each = 0; each < 8; each += 1) all.push(query(await bench.page()));
  expect(await Promise.all(all.map((one) => code(bench, one)))).toEqual(new Array(8).fill(200));
  await bench.page();
  const codes = await Promise.all(all.map((one) => code(bench, one)));
  expect(codes).toEqual(["410 snapshot_expired", ...new Array(7).fill(200)]);
});

test("all eight snapshots are being read: 503 with Retry-After; a snapshot over 32 MiB: 413", async () => {
  const bench = await fleetBench({}, stoppedSessions(3));
  const stalled = [];
  for (let each = 0; each < 8; each += 1) stalled.push(await bench.stalledCatalog());
  const refused = await bench.catalog();
  expect([refused.status, refused.text, refused.header("retry-after")]).toEqual([
    503,
    "snapshot_capacity_exceeded",
    "1",
  ]);
  stalled[5]?.leave();
  expect((await bench.catalog()).status).toBe(200);
  for (const one of stalled) one.leave();
  fillWith(bench, 2400, "x".repeat(14_000));
  expect(await code(bench, {})).toBe("413 fleet_capacity_exceeded");
});

test("tokens that are tampered with, mixed or of another kind are 400, also of a snapshot that is gone; of another run 410", async () => {
  const bench = await fleetBench({}, stoppedSessions(201));
  const [a, b] = [await bench.page(), await bench.page()];
  const [pageA, pageB] = [a.page.next_page ?? "", b.page.next_page ?? ""];
  const flipped = (token: string, at: number): string =>
    token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
  const bad: { snapshot?: string; page?: string }[] = [
    { page: pageA },
    { snapshot: a.snapshot, page: pageB },
    { snapshot: a.snapshot, page: a.snapshot },
    { snapshot: a.snapshot, page: a.cursor },
    { snapshot: pageA },
    { snapshot: a.cursor },
    { snapshot: "" },
    { snapshot: a.snapshot, page: "" },
    { snapshot: `${a.snapshot}=` },
    ...Array.from({ length: 46 }, (_, at) => ({ snapshot: flipped(a.snapshot, at) })),
    ...Array.from({ length: 46 }, (_, at) => ({ snapshot: a.snapshot, page: flipped(pageA, at) })),
  ];
  for (const query of bad) expect(await code(bench, query)).toBe("400 invalid_cursor");
  const codec = new TokenCodec(Buffer.alloc(32, 7));
  const claims = { stream: tagOf("fleet"), epoch: tagOf("of another run"), position: 1, extra: 0 };
  expect(await code(bench, { snapshot: codec.encode({ ...claims, kind: "fleet_snapshot" }) })).toBe(
    "410 snapshot_expired",
  );
  bench.clock.pass(600_000);
  expect(await code(bench, { snapshot: a.snapshot, page: pageB })).toBe("400 invalid_cursor");
  expect(await code(bench, { snapshot: a.snapshot, page: pageA })).toBe("410 snapshot_expired");
});
