/** What a hub says of sessions that run, stop, crash, are finalized, come and go, and of files and answers as they should not be (P-S51, P-S74). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FileError, type Files } from "../../src/agent/machine/interfaces/files.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { ContextSize, FleetEventV1, LastTurn, SessionRow } from "../../src/generated/protocol/types.js";
import { isSessionRow } from "../../src/generated/protocol/validators.js";
import { cases } from "../cases.js";
import {
  type Answer,
  AT,
  answering,
  type FleetBench,
  fleetBench,
  folded,
  stateOf,
  summaryOf,
  TOKEN,
  unobserved,
  type WantedFleet,
} from "./fleet-bench.js";

const LATER = "2027-01-15T09:00:00.000Z";

function rowIn(bench: FleetBench, id: string): SessionRow {
  const row = bench.fleet.row(id);
  if (!isSessionRow(row)) throw new Error(`no row of ${id}: ${JSON.stringify(row)}`);
  return row;
}

const kinds = (events: readonly FleetEventV1[]): readonly string[] => events.map(({ kind }) => kind);

/** The kinds of the events that something makes. */
async function eventsOf(bench: FleetBench, run: () => Promise<unknown>, ms = 1000): Promise<readonly string[]> {
  const { cursor } = bench.fleet.stream;
  await run();
  await bench.pass(ms);
  return kinds(await bench.eventsAfter(cursor));
}

test("sessions that stopped, crashed and are damaged are rows by their small files alone; a folder without a session is none", async () => {
  const bench = await fleetBench({}, async (bench) => {
    await bench.stopped("stopped");
    await bench.crashed("crashed");
    await bench.write("damaged", "session", Buffer.from("{"));
    await bench.write("empty", "credential", { version: 1 });
    await bench.write("Not-a-name", "session", {}).catch(() => {});
  });
  expect([...bench.fleet.stream.state.sessions.keys()]).toEqual(["crashed", "damaged", "stopped"]);
  const of = (id: string): unknown => {
    const { state, running, finalized, fresh, busy, attention, daemon_epoch, cursor, title } = rowIn(bench, id);
    return [state, running, finalized, fresh, busy, attention, daemon_epoch, cursor, title];
  };
  expect(of("stopped")).toEqual(["stopped", false, true, true, false, false, null, null, "title of stopped"]);
  expect(of("crashed")).toEqual(["crashed", false, false, true, false, false, null, null, null]);
  expect(of("damaged")).toEqual(["damaged", false, false, true, false, false, null, null, null]);
  expect([rowIn(bench, "stopped").history_total_items, rowIn(bench, "crashed").history_total_items]).toEqual([3, null]);
  expect(bench.disk.operations.filter(({ path }) => path.includes("/log/"))).toEqual([]);
  expect(bench.asked).toEqual([]);
});

test("a daemon that has not answered is unknown and not fresh, then as its summary says; a row of one session is the same", async () => {
  const bench = await fleetBench();
  await bench.run("s");
  bench.answers.set("s", undefined);
  await bench.pass(1000);
  const { state, running, fresh, observed_at, daemon_epoch } = rowIn(bench, "s");
  expect([state, running, fresh, observed_at, daemon_epoch]).toEqual(["unknown", true, false, null, null]);
  bench.answers.set("s", answering(summaryOf("s", { state: "awaiting_input", attention: true, title: "Which?" })));
  const events = await eventsOf(bench, async () => {}, 6000);
  expect(events).toEqual(["session_upserted"]);
  const row = rowIn(bench, "s");
  expect([row.state, row.attention, row.fresh, row.title, row.project]).toEqual([
    "awaiting_input",
    true,
    true,
    "Which?",
    "/work",
  ]);
  expect((await bench.session("s")).json()).toEqual(row);
  expect([(await bench.session("other")).status, (await bench.session("other")).text]).toEqual([404, "not_found"]);
  const [request] = bench.asked;
  expect([request?.url, request?.headers]).toEqual([
    "http://127.0.0.1/s/sync/summary",
    [
      ["authorization", `Bearer ${TOKEN}`],
      ["accept", "application/json"],
    ],
  ]);
  expect(bench.log.join()).not.toContain(TOKEN);
});

test("an unchanged summary makes no event, and the catalog shows when it came", async () => {
  const bench = await fleetBench({}, (bench) => bench.run("s"));
  const before = rowIn(bench, "s").observed_at;
  expect(await eventsOf(bench, async () => {}, 20_000)).toEqual([]);
  expect(Date.parse(rowIn(bench, "s").observed_at ?? "") - Date.parse(before ?? "")).toBe(20_000);
});

test("C189 a silent daemon is given up at 3 s and is stale 15 s after its last answer, and is fresh again when it answers", async () => {
  const bench = await fleetBench({}, (bench) => bench.run("s"));
  bench.answers.set("s", undefined);
  await bench.pass(5000);
  expect(bench.open).toBe(1);
  await bench.pass(2999);
  expect(bench.open).toBe(1);
  await bench.pass(1);
  expect(bench.open).toBe(0);
  const { cursor } = bench.fleet.stream;
  await bench.pass(14_999 - 8000);
  expect([rowIn(bench, "s").fresh, kinds(await bench.eventsAfter(cursor))]).toEqual([true, []]);
  await bench.pass(1);
  expect([rowIn(bench, "s").fresh, kinds(await bench.eventsAfter(cursor))]).toEqual([false, ["session_observed"]]);
  bench.answers.set("s", answering(summaryOf("s")));
  expect(await eventsOf(bench, async () => {}, 8000)).toEqual(["session_observed"]);
  expect(rowIn(bench, "s").fresh).toBe(true);
});

test("the events of a session's life: begin, stop, go on, crash, be finalized, be removed", async () => {
  const bench = await fleetBench();
  let pid = 0;
  const begin = async (): Promise<void> => {
    pid = await bench.run("s");
  };
  const upserted = ["session_upserted", "session_upserted"];
  expect(await eventsOf(bench, begin)).toEqual(["project_upserted", ...upserted]);
  expect(await eventsOf(bench, () => bench.end("s", pid))).toEqual(["session_stopped", "history_finalized"]);
  expect(rowIn(bench, "s").state).toBe("stopped");
  expect(await eventsOf(bench, begin)).toEqual(upserted);
  const crash = async (): Promise<void> => void bench.machine.alive.delete(pid);
  expect(await eventsOf(bench, crash)).toEqual(["session_stopped"]);
  expect(rowIn(bench, "s").state).toBe("crashed");
  expect(await eventsOf(bench, () => bench.finalize("s"))).toEqual(["history_finalized"]);
  expect(await eventsOf(bench, async () => bench.disk.move(bench.folder("s")))).toEqual([
    ...["session_removed", "project_removed"],
  ]);
  expect(unobserved(await bench.all())).toEqual({ projects: [], sessions: [] });
});

test("a daemon in the place of another is unknown until it has answered itself, also when the answer of the first comes late", async () => {
  const bench = await fleetBench({}, (bench) => bench.run("s"));
  let late = (): void => {};
  const first = new Promise<Answer>((resolve) => {
    late = () => resolve(answering(summaryOf("s", { title: "of the first" })));
  });
  bench.answers.set("s", () => first);
  await bench.pass(5000);
  expect([rowIn(bench, "s").state, bench.open]).toEqual(["idle", 1]);
  await bench.run("s", "silent", "second");
  await bench.pass(1000);
  late();
  await bench.pass(1000);
  expect([rowIn(bench, "s").state, rowIn(bench, "s").title]).toEqual(["unknown", null]);
  bench.answers.set("s", answering(summaryOf("s", { daemon_epoch: "second" })));
  await bench.pass(6000);
  expect([rowIn(bench, "s").state, rowIn(bench, "s").daemon_epoch]).toEqual(["idle", "second"]);
});

const NAMED = {
  ...{ title: "Move the invoices", model: "opus", facet: "execute", history_total_items: 7, updated_at: LATER },
};

test("a session that crashes keeps the name, the model and the count that its daemon said last", async () => {
  const summary = summaryOf("s", { ...NAMED, state: "running", busy: true, queue_length: 2 });
  const bench = await fleetBench();
  const pid = await bench.run("s", answering(summary));
  await bench.pass(1000);
  bench.machine.alive.delete(pid);
  await bench.pass(1000);
  const crashed = { ...NAMED, state: "crashed", running: false, busy: false, queue_length: 0, daemon_epoch: null };
  expect(rowIn(bench, "s")).toMatchObject(crashed);
  await bench.run("s", "silent", "second");
  await bench.pass(1000);
  expect(rowIn(bench, "s")).toMatchObject({ ...NAMED, state: "unknown", running: true, fresh: false });
});

test("a hub that begins after the crash has the name of `session.json`", async () => {
  const bench = await fleetBench({}, async (bench) => {
    const about = { version: 1, created_at: AT, working_directory: "/work" };
    await bench.write("named", "session", { ...about, session_id: "named", title: "Move the invoices" });
    await bench.write("other", "session", { ...about, session_id: "other", title: "of the file" });
    await bench.finalize("other", { title: "of the end" });
    await bench.write("wrong", "session", { ...about, session_id: "wrong", title: ["no", "text"] });
    await bench.write("long", "session", { ...about, session_id: "long", title: "\u0001".repeat(300_000) });
  });
  const of = (id: string) => [rowIn(bench, id).state, rowIn(bench, id).title];
  expect(of("named")).toEqual(["crashed", "Move the invoices"]);
  expect(of("other")).toEqual(["stopped", "of the end"]);
  expect(of("wrong")).toEqual(["damaged", null]);
  expect(Buffer.byteLength(JSON.stringify(rowIn(bench, "long")))).toBeLessThanOrEqual(limits.rowBytes);
});

test("the row of a daemon that has not answered has the name of `session.json`, too", async () => {
  const bench = await fleetBench();
  await bench.run("s", "silent");
  const about = { version: 1, created_at: AT, working_directory: "/work" };
  await bench.write("s", "session", { ...about, session_id: "s", title: "Move the invoices" });
  await bench.pass(1000);
  expect(rowIn(bench, "s")).toMatchObject({ state: "unknown", title: "Move the invoices" });
});

const FAILED: LastTurn = {
  ...{ prompt_id: "p", outcome: "failed" },
  error: {
    code: "provider_error",
    message: "the provider `lab` answered with status 401",
    status: 401,
    provider: "lab",
  },
};

test("how the last turn ended is in the row, of a session that stopped, too; the same again makes no event", async () => {
  const bench = await fleetBench();
  const pid = await bench.run("s", answering(summaryOf("s", { last_turn: FAILED })));
  await bench.pass(1000);
  expect(rowIn(bench, "s").last_turn).toEqual(FAILED);
  expect(await eventsOf(bench, async () => {}, 11_000)).toEqual([]);
  bench.answers.set("s", answering(summaryOf("s", { last_turn: { prompt_id: "q", outcome: "completed" } })));
  expect(await eventsOf(bench, async () => {}, 6000)).toEqual(["session_upserted"]);
  await bench.finalize("s", { last_turn: FAILED });
  await bench.remove("s", "lock");
  bench.machine.alive.delete(pid);
  await bench.pass(1000);
  expect(rowIn(bench, "s")).toMatchObject({ state: "stopped", last_turn: FAILED });
});

test.each<[string, unknown]>([
  ["a text", "failed"],
  ["null", null],
  ["no outcome", { prompt_id: "p" }],
  ["an outcome of tomorrow", { prompt_id: "p", outcome: "evaporated" }],
  ["a status that is a text", { ...FAILED, error: { ...FAILED.error, status: "401" } }],
])("a `final.json` whose `last_turn` is %s is a row without it", async (_, last_turn) => {
  const bench = await fleetBench({}, async (bench) => {
    await bench.crashed("s");
    await bench.finalize("s", { last_turn });
  });
  expect(rowIn(bench, "s")).toMatchObject({ state: "stopped", title: "title of s" });
  expect(rowIn(bench, "s")).not.toHaveProperty("last_turn");
});

test("a question and how long it waits are in the row while it does", async () => {
  const asks = { question: { kind: "permission", text: "May I delete the images?" }, waiting_since: AT };
  const bench = await fleetBench();
  await bench.run("s", answering(summaryOf("s", { state: "awaiting_input", attention: true, ...asks })));
  await bench.pass(1000);
  expect(rowIn(bench, "s")).toMatchObject(asks);
  bench.answers.set("s", answering(summaryOf("s")));
  await bench.pass(6000);
  expect(rowIn(bench, "s")).not.toHaveProperty("question");
  expect(rowIn(bench, "s")).not.toHaveProperty("waiting_since");
});

test("P-S101 the wait for a provider is in the row while it lasts", async () => {
  const retry = { until: AT, attempt: 2, of: 4, why: "the provider `lab` is overloaded" };
  const bench = await fleetBench();
  await bench.run("s", answering(summaryOf("s", { state: "running", busy: true, retry })));
  await bench.pass(1000);
  expect(rowIn(bench, "s").retry).toEqual(retry);
  bench.answers.set("s", answering(summaryOf("s", { state: "running", busy: true })));
  await bench.pass(6000);
  expect(rowIn(bench, "s")).not.toHaveProperty("retry");
});

test("the size of a conversation is in the row, without what a later version adds to it", async () => {
  const context = { used: 4713, window: 16_000, threshold: 12_000 };
  const bench = await fleetBench();
  await bench.run("s", answering(summaryOf("s", { context: { ...context, later: "x" } as ContextSize })));
  await bench.pass(1000);
  expect(rowIn(bench, "s").context).toEqual(context);
});

test("the longest texts that a daemon can say give a row of at most 16 KiB", async () => {
  const bench = await fleetBench();
  const names = { title: "\u0001".repeat(300), model: "\u0001".repeat(300), facet: "\u0001".repeat(300) };
  for (const unit of ["\u0001", "\u{1f600}", '"', "x"]) {
    const text = unit.repeat(Math.floor(1500 / Buffer.byteLength(JSON.stringify(unit))));
    const error = { code: text, message: text, provider: text, key: text, status: 599, retry_after_seconds: 86_400 };
    const last_turn: LastTurn = { prompt_id: "p".repeat(128), outcome: "failed", error };
    const retry = { until: AT, attempt: 2, of: 4, why: text };
    const more = { last_turn, question: { kind: text.slice(0, 20), text }, waiting_since: AT, retry };
    await bench.crashed("s", `/${"\u0001".repeat(9000)}`);
    await bench.run("s", answering(summaryOf("s", { ...names, ...more })));
    await bench.pass(1000);
    const row = rowIn(bench, "s");
    expect(row.last_turn?.error?.status).toBe(599);
    expect(row.retry?.of).toBe(4);
    expect([...(row.question?.text ?? "")].length).toBeLessThanOrEqual(limits.summaryQuestionCharacters);
    expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThanOrEqual(limits.rowBytes);
  }
});

const padded = (bytes: number): string => {
  const text = JSON.stringify(summaryOf("s"));
  return text + " ".repeat(bytes - text.length);
};

test.each([
  ["16,384 bytes", { body: padded(limits.summaryBytes) }, "idle"],
  ["16,385 bytes", { body: padded(limits.summaryBytes + 1) }, "unknown"],
  ["unknown fields", answering({ ...summaryOf("s"), later: { deep: [1] } }), "idle"],
  ["no JSON", { body: "<html>" }, "unknown"],
  ["no UTF-8", { body: Buffer.from([0xff, 0xfe]) }, "unknown"],
  ["nothing", { body: "" }, "unknown"],
  ["JSON nested too deep", { body: `${"[".repeat(5000)}${"]".repeat(5000)}` }, "unknown"],
  ["another session", answering(summaryOf("other", { daemon_epoch: "epoch-of-s" })), "unknown"],
  ["another epoch", answering(summaryOf("s", { daemon_epoch: "epoch-of-t" })), "unknown"],
  ["a field that is missing", answering({ ...summaryOf("s"), busy: undefined }), "unknown"],
  ["a field of another type", answering({ ...summaryOf("s"), queue_length: "3" }), "unknown"],
  ["a cursor of 257 bytes", answering(summaryOf("s", { cursor: "c".repeat(257) })), "unknown"],
  ["a cursor of 43 bytes that are 258 as JSON", answering(summaryOf("s", { cursor: "\u0001".repeat(43) })), "unknown"],
  ["a failure", { status: 500, body: JSON.stringify(summaryOf("s")) }, "unknown"],
  ["a redirection", { status: 302, body: "" }, "unknown"],
  ["no connection", "refuses" as const, "unknown"],
])("an answer with %s", async (_, answer, state) => {
  const bench = await fleetBench({}, (bench) => bench.run("s", answer));
  expect(rowIn(bench, "s").state).toBe(state);
  expect(bench.log).toEqual([]);
});

test("a daemon without credential, address or with a broken `startup.json` is unknown, and is not asked", async () => {
  const bench = await fleetBench({}, async (bench) => {
    for (const id of ["a", "b", "c"]) await bench.run(id);
    await bench.write("a", "credential", { version: 1 });
    await bench.write("b", "startup", { version: 1, state: "starting" });
    await bench.write("c", "startup", Buffer.from("null"));
  });
  await bench.pass(20_000);
  expect(["a", "b", "c"].map((id) => rowIn(bench, id).state)).toEqual(["unknown", "unknown", "unknown"]);
  expect(bench.asked).toEqual([]);
});

test("a daemon whose credential lies elsewhere is asked with that (spec 5.1.7)", async () => {
  const bench = await fleetBench({}, async (bench) => {
    const pid = await bench.run("s");
    await bench.write("s", "credential", {
      version: 1,
      kind: "agent-daemon-credential",
      token: "of-an-earlier-run".repeat(3),
    });
    const about = { version: 1, pid, session_id: "s", daemon_epoch: "epoch-of-s", started_at: AT, state: "ready" };
    const credential_file = await bench.elsewhere(TOKEN);
    await bench.write("s", "startup", { ...about, url: "http://127.0.0.1/s", credential_file });
  });
  expect(rowIn(bench, "s").state).toBe("idle");
  expect(bench.asked[0]?.headers[0]).toEqual(["authorization", `Bearer ${TOKEN}`]);
});

test.each<[string, (bench: FleetBench) => Promise<unknown>, string]>([
  ["no credential", (bench) => bench.write("s", "credential", { version: 1 }), "its credential file "],
  [
    "a broken `startup.json`",
    (bench) => bench.write("s", "startup", Buffer.from("null")),
    "its startup.json cannot be read",
  ],
  ["401", async (bench) => bench.answers.set("s", { status: 401, body: "{}" }), "its daemon refuses the credential"],
  ["500", async (bench) => bench.answers.set("s", { status: 500, body: "{}" }), "its daemon answers with status 500"],
  ["nonsense", async (bench) => bench.answers.set("s", { body: "<html>" }), "is no summary of a session"],
  ["another daemon", async (bench) => bench.answers.set("s", answering(summaryOf("t"))), "is another daemon"],
  ["nobody", async (bench) => bench.answers.set("s", "refuses"), "its daemon cannot be reached (ECONNREFUSED)"],
  ["silence", async (bench) => bench.answers.set("s", "silent"), "its daemon does not answer"],
])(
  "a session that cannot be read (%s) is one warning with the reason, however long that goes on",
  async (_, spoil, reason) => {
    const bench = await fleetBench();
    await bench.run("s");
    await spoil(bench);
    await bench.pass(4000);
    expect(bench.log).toEqual([]);
    await bench.pass(60_000);
    const [line = "", ...others] = bench.log;
    expect(others).toEqual([]);
    expect(line).toContain("warn  a session cannot be read session=s reason=");
    expect(line).toContain(reason);
    expect(line).not.toContain(TOKEN);
  },
);

test("one failure alone is no warning, and neither is a daemon that starts; another failure after an answer is one more", async () => {
  const bench = await fleetBench();
  const pid = await bench.run("s");
  const warned = () => bench.log.length;
  const fail = async (ms: number): Promise<void> => {
    bench.answers.set("s", "refuses");
    await bench.pass(ms);
    bench.answers.set("s", answering(summaryOf("s")));
    await bench.pass(5000);
  };
  await bench.pass(1000);
  await fail(5000);
  expect(warned()).toBe(0);
  await fail(10_000);
  expect(warned()).toBe(1);
  await fail(10_000);
  expect(warned()).toBe(2);
  const starts = { version: 1, pid, session_id: "s", daemon_epoch: "e", started_at: AT, state: "starting" };
  await bench.write("s", "startup", starts);
  await bench.pass(60_000);
  expect(warned()).toBe(2);
});

test("the longest texts of a row give at most 16 KiB, and no character is cut apart", async () => {
  const texts = fc.constantFrom("😀", "a😀", "\u0001", "é", '"', "\ud800", "x");
  const count = fc.integer({ min: 1, max: 9000 });
  const bench = await fleetBench();
  await fc.assert(
    fc.asyncProperty(texts, texts, count, async (path, text, times) => {
      const long = text.repeat(times);
      await bench.crashed("s", `/${path.repeat(times)}`);
      await bench.finalize("s", { title: long, model: long, facet: long, last_at: long });
      await bench.pass(1000);
      const row = rowIn(bench, "s");
      expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThanOrEqual(limits.rowBytes);
      expect(row.updated_at).toBe(AT);
      if (!text.includes("\ud800"))
        expect([row.title?.isWellFormed(), long.startsWith(row.title?.replace(/…$/, "") ?? "-")]).toEqual([true, true]);
    }),
    { numRuns: cases(400) },
  );
});

test.each([
  [
    "times of 300,000 characters",
    { created_at: "9".repeat(300_000) },
    { finalized_at: "y".repeat(300_000), last_at: "z".repeat(300_000) },
  ],
  ["times that are none", { created_at: "yesterday" }, { finalized_at: "2027-13-45T08:00:00.000Z", last_at: "" }],
])("%s in the files of a session are not shown, and stop nobody else's row", async (_, file, final) => {
  const bench = await fleetBench({}, async (bench) => {
    await bench.crashed("b");
    await bench.write("a", "session", { version: 1, session_id: "a", working_directory: "/work", ...file });
    await bench.finalize("a", final);
  });
  expect([rowIn(bench, "a").state, rowIn(bench, "b").state]).toEqual(["stopped", "crashed"]);
  await bench.crashed("c");
  await bench.pass(1000);
  expect(rowIn(bench, "c").state).toBe("crashed");
});

test("a `session.json` of 10 MB, one that is a directory, and one of another session are damaged sessions", async () => {
  const bench = await fleetBench({}, async (bench) => {
    await bench.write("large", "session", new Uint8Array(10_000_000).fill(32));
    await bench.write("other", "session", { version: 1, session_id: "large", created_at: AT, working_directory: "/" });
    await bench.disk.files().makeDirectory(`${bench.folder("directory")}/session.json`);
  });
  expect(["large", "other", "directory"].map((id) => rowIn(bench, id).state)).toEqual([
    "damaged",
    "damaged",
    "damaged",
  ]);
});

/** A disk that fails as `failing` says, by path. */
function failingDisk(): { readonly failing: Set<string>; readonly wanted: WantedFleet } {
  const failing = new Set<string>();
  const unlessFailing = async <Value>(path: string, run: () => Promise<Value>): Promise<Value> => {
    for (const part of failing) if (path.endsWith(part)) throw new FileError("io", path, "EMFILE");
    return run();
  };
  const wanted: WantedFleet = {
    files: (files) => ({
      ...files,
      read: (path, limit) => unlessFailing(path, () => files.read(path, limit)),
      list: (path) => unlessFailing(path, () => files.list(path)),
      status: (path) => unlessFailing(path, () => files.status(path)),
    }),
  };
  return { failing, wanted };
}

test("files and folders that cannot be read for a moment change nothing, and a session is seen again after a longer time", async () => {
  const { failing, wanted } = failingDisk();
  const bench = await fleetBench(wanted, async (bench) => {
    await bench.run("s");
    await bench.stopped("t");
  });
  const fail = async (...parts: readonly string[]): Promise<void> => {
    for (const part of parts) failing.add(part);
    // Their folders have changed, so that their files are read.
    for (const id of ["s", "t"])
      await bench.write(id, "credential", { version: 1, kind: "agent-daemon-credential", token: TOKEN });
  };
  expect(await eventsOf(bench, () => fail("/lock", "/session.json", "/final.json"))).toEqual([]);
  failing.clear();
  expect(await eventsOf(bench, () => fail("/sessions-v1"), 5000)).toEqual([]);
  failing.clear();
  expect(await eventsOf(bench, () => fail("/s", "/t"), 5000)).toEqual([]);
  failing.clear();
  await eventsOf(bench, () => fail("/lock", "/session.json", "/final.json"), 5000);
  failing.clear();
  await bench.pass(7000);
  expect([rowIn(bench, "s").state, rowIn(bench, "t").state]).toEqual(["idle", "stopped"]);
});

test("a directory above many working directories is asked for `.git` once at a look, and again with the next session", async () => {
  const bench = await fleetBench({}, async (bench) => {
    await bench.disk.files().makeDirectory("/home/me/r1/.git");
    for (let each = 0; each < 40; each += 1) await bench.stopped(`s${each}`, `/home/me/r${each}/src`);
  });
  const asked = (): readonly string[] =>
    bench.disk.operations.map(({ path }) => path).filter((path) => path.endsWith("/.git"));
  const ofParents = (): readonly string[] =>
    asked()
      .filter((path) => !path.includes("/r"))
      .sort();
  expect(ofParents()).toEqual(["/.git", "/home/.git", "/home/me/.git"]);
  expect([rowIn(bench, "s1").project, rowIn(bench, "s2").project]).toEqual(["/home/me/r1", "/home/me/r2/src"]);
  await bench.disk.files().makeDirectory("/home/me/.git");
  await bench.stopped("later", "/home/me/rest");
  await bench.pass(1000);
  expect(rowIn(bench, "later").project).toBe("/home/me");
});

test("what has not changed is not read again, also when the clock was set back; a lock is judged at each look", async () => {
  const bench = await fleetBench({}, async (bench) => {
    for (let each = 0; each < 20; each += 1) await bench.stopped(`s${each}`);
    await bench.run("r", "refuses");
  });
  await bench.pass(3000);
  const looked = async (ms = 1000): Promise<readonly string[]> => {
    const from = bench.disk.operations.length;
    await bench.pass(ms);
    const paths = bench.disk.operations.slice(from).map(({ path }) => path);
    return paths.filter((path) => /(session|final)\.json|lock/.test(path) && !path.includes("/r/"));
  };
  expect(await looked()).toEqual([]);
  bench.clock.jump(-1_799_999_000_000);
  expect(await looked()).toEqual([]);
  await bench.finalize("s7", { title: "new" });
  await bench.announce();
  expect(new Set((await looked()).map((path) => path.split("/")[3]))).toEqual(new Set(["s7"]));
  expect(rowIn(bench, "s7").title).toBe("new");
  // Somebody who tells nobody, such as an earlier version.
  await bench.finalize("s8", { title: "new" });
  expect(new Set((await looked(limits.folderRest)).map((path) => path.split("/")[3]))).toEqual(new Set(["s8"]));
  expect(rowIn(bench, "s8").title).toBe("new");
});

/** What a hub asks the disk for, beside the operations that the disk counts. */
function counted(): { readonly files: (files: Files) => Files; take: () => Record<string, number> } {
  let seen: Record<string, number> = {};
  const count = <Of>(kind: string, answer: Promise<Of>): Promise<Of> => {
    seen[kind] = (seen[kind] ?? 0) + 1;
    return answer;
  };
  const files = (files: Files): Files => ({
    ...files,
    status: (path) => count("status", files.status(path)),
    list: (path) => count("list", files.list(path)),
    read: (path, most) => count("read", files.read(path, most)),
    open: (path, how) => count("open", files.open(path, how)),
  });
  const take = (): Record<string, number> => {
    const before = seen;
    seen = {};
    return before;
  };
  return { files, take };
}

test.each([300, 3000])(
  "a hub with %i sessions that do not run and three that do: the steps of a second",
  async (stopped) => {
    const { files, take } = counted();
    const bench = await fleetBench({ files }, async (bench) => {
      for (let each = 0; each < stopped; each += 1) await bench.stopped(`s${each}`);
      for (const id of ["r1", "r2", "r3"]) await bench.run(id);
    });
    await bench.pass(4000);
    take();
    await bench.pass(30_000);
    const { status = 0, list = 0, read = 0, open = 0 } = take();
    // Each second the directory of all, and the folders of those that run; each folder once in half a minute; requests read three files each.
    expect(status).toBeLessThanOrEqual(30 * (1 + 3) + (stopped + 30) + 3 * 6);
    expect(list).toBe(0);
    expect(read + open).toBeLessThanOrEqual(3 * 6 * 4);
    const pid = await bench.run("s7");
    await bench.pass(1000);
    expect(rowIn(bench, "s7").running).toBe(true);
    await bench.end("s7", pid);
    await bench.pass(1000);
    expect(rowIn(bench, "s7").state).toBe("stopped");
    await bench.stopped("new");
    await bench.pass(1000);
    expect(rowIn(bench, "new").state).toBe("stopped");
    await bench.disk.move(bench.folder("new"));
    await bench.pass(1000);
    expect(bench.fleet.row("new")).toBeUndefined();
  },
);

test("a wall clock that goes forward makes rows stale, and one that goes back does not make them fresh for longer", async () => {
  const bench = await fleetBench({}, (bench) => bench.run("s"));
  bench.answers.set("s", undefined);
  bench.clock.jump(-3_300_000);
  await bench.pass(14_000);
  expect(rowIn(bench, "s").fresh).toBe(true);
  bench.clock.jump(3_300_000);
  await bench.pass(0);
  await bench.pass(1000);
  expect(rowIn(bench, "s").fresh).toBe(false);
});

/** Something that happens to one of a few sessions. */
const happening = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  what: fc.constantFrom("run", "end", "crash", "finalize", "remove", "damage", "answer", "silence", "other place"),
  text: fc.string({ maxLength: 8 }),
  ms: fc.constantFrom(0, 300, 1000, 4000, 16_000),
});

test("C172 the catalog at a cursor and the events after it give every later catalog", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 14 }), async (all) => {
      const bench = await fleetBench();
      const pids = new Map<string, number>();
      const taken: { readonly cursor: string; readonly state: ReturnType<typeof stateOf> }[] = [];
      for (const { id, what, text, ms } of all) {
        const pid = pids.get(id) ?? 0;
        const first = await bench.page();
        taken.push({ cursor: first.cursor, state: stateOf([first]) });
        if (what === "run") pids.set(id, await bench.run(id, answering(summaryOf(id, { title: text }))));
        if (what === "end" && pid > 0) await bench.end(id, pid);
        if (what === "crash") bench.machine.alive.delete(pid);
        if (what === "finalize" && bench.disk.has(bench.folder(id))) await bench.finalize(id);
        if (what === "remove" && bench.disk.has(bench.folder(id))) bench.disk.move(bench.folder(id));
        if (what === "damage") await bench.write(id, "session", Buffer.from(text));
        if (what === "other place") await bench.crashed(id, `/other/${text}`);
        if (what === "answer")
          bench.answers.set(id, answering(summaryOf(id, { state: "running", busy: true, title: text })));
        if (what === "silence") bench.answers.set(id, "refuses");
        await bench.pass(ms);
      }
      const last = await bench.all();
      const counts = new Map<string, number>();
      for (const { project_id } of last.sessions.values()) counts.set(project_id, (counts.get(project_id) ?? 0) + 1);
      expect(new Map([...last.projects].map(([id, { session_count }]) => [id, session_count]))).toEqual(counts);
      for (const { cursor, state } of taken)
        expect(unobserved(folded(state, await bench.eventsAfter(cursor)))).toEqual(unobserved(last));
      // A daemon that is silent or a folder that is damaged is a warning.
      expect(bench.log.filter((line) => !line.includes("a session cannot be read"))).toEqual([]);
      await bench.fleet.stop();
    }),
    { numRuns: cases(400) },
  );
});

test("sessions that cannot be read are one line of the log until they can be, and rows stay", async () => {
  let failure: string | undefined;
  const bench = await fleetBench(
    {
      files: (files) => ({
        ...files,
        status: async (path) => {
          if (failure !== undefined && path.endsWith("sessions-v1")) throw new FileError("denied", path, failure);
          return files.status(path);
        },
      }),
    },
    (bench) => bench.stopped("a"),
  );
  const lines = (): number => bench.log.filter((line) => line.includes("the sessions cannot be read")).length;
  for (const [now, expected] of [
    ["EACCES", 1],
    ["EIO", 2],
    [undefined, 2],
    ["EIO", 3],
  ] as const) {
    failure = now;
    for (let look = 0; look < 3; look += 1) await bench.pass(limits.folderInterval);
    expect(lines(), String(now)).toBe(expected);
    expect(rowIn(bench, "a").state).toBe("stopped");
  }
  expect(bench.log.join("")).toContain("EACCES");
});
