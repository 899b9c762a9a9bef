/** Snapshots of a daemon that runs (spec 2.1, 2.2, 9; P-S8, P-S9). */
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, type SessionState } from "../../src/agent/wire/core/session.js";
import { stateOf } from "../../src/agent/wire/core/snapshot.js";
import type {
  ClientOperationResultV1,
  HistoryPage,
  ProtocolError,
  SyncSnapshot,
  SyncSummary,
} from "../../src/generated/protocol/types.js";
import {
  isHealth,
  isHistoryPage,
  isPromptAccepted,
  isSyncMessage,
  isSyncRecordV1,
  isSyncSnapshot,
} from "../../src/generated/protocol/validators.js";
import { cases } from "../cases.js";
import { single } from "../model/asking.js";
import { DONE, delta, finish, gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, OFFLINE, running, settled } from "./bench.js";
import { operationId } from "./operation.js";

/** A turn that waits for `go` in its middle. */
async function held() {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three "));
    await go.passed;
    await one.send(`${delta("blind ")}${finish()}${DONE}`);
    one.end();
  });
  const bench = await running({ config: single(`${server.url}/v1`) });
  return { bench, server, go: go.open };
}

test("C029 C038 a snapshot fits its schema, and lists what works", async () => {
  const bench = await running();
  const snapshot = await bench.sync();
  expect(isSyncSnapshot(snapshot)).toBe(true);
  expect(snapshot).toMatchObject({ version: 1, busy: false, attention: false, history_total_items: 0 });
  expect(typeof snapshot.history_checkpoint).toBe("string");
  expect(snapshot.cursor).toMatch(/^[\w-]{46}$/);
  expect(snapshot.features).toEqual([
    ...[
      "session.sync.v1",
      "session.history.v1",
      "session.attachments.v1",
      "session.targeted-mutations.v1",
      "daemon.catalog.v1",
    ],
  ]);
  expect(snapshot.session).toMatchObject({ session_id: "session-1", title: null });
  expect((await bench.get("/sync")).header("cache-control")).toBe("no-store");
  expect(isHealth((await bench.get("/health")).json())).toBe(true);
});

test("C038 each feature that is listed works, and none that is not", async () => {
  const bench = await running();
  const { features, cursor, history_checkpoint, daemon_epoch, operation_window } = await bench.sync();
  const works: Readonly<Record<string, () => Promise<boolean>>> = {
    "session.sync.v1": async () => {
      const stream = await bench.follow(cursor);
      await bench.turn("one");
      return stream.records.at(-1)?.kind === "turn_finished";
    },
    "session.history.v1": async () => (await bench.get(`/history?checkpoint=${history_checkpoint}`)).status === 200,
    "session.attachments.v1": async () => {
      await bench.turn("x".repeat(300_000));
      const id = (await bench.history()).at(-1)?.elided?.artifact_id;
      const { history_checkpoint: checkpoint } = await bench.sync();
      return (await bench.get(`/attachments/${id}?checkpoint=${checkpoint}`)).status === 200;
    },
    "session.targeted-mutations.v1": async () => {
      const operation = operationId();
      const operation_context = { daemon_epoch, window: operation_window?.window, operation };
      const answer = await bench.post("/prompt", { operation_context });
      return answer.json<ClientOperationResultV1>().operation === operation;
    },
    "daemon.catalog.v1": async () => (await bench.get("/daemon-state")).status === 200,
  };
  for (const [feature, isThere] of Object.entries(works))
    expect([feature, await isThere()]).toEqual([feature, features.includes(feature)]);
  expect(features.filter((feature) => works[feature] === undefined)).toEqual([]);
});

test("snapshots of one moment are the same, and none is older than what has happened since", async () => {
  const bench = await running();
  const text = async (): Promise<string> => (await bench.get("/sync")).text;
  const first = await text();
  expect(await text()).toBe(first);
  bench.clock.pass(1);
  const { history_checkpoint, ...same }: SyncSnapshot = JSON.parse(first);
  const later = await bench.sync();
  expect(later).toMatchObject(same);
  expect(later.history_checkpoint).not.toBe(history_checkpoint);
  await bench.turn("hello");
  const after = await bench.sync();
  expect(after.cursor).not.toBe(later.cursor);
  expect(after.history_total_items).toBe(2);
  const read = (checkpoint: string): Promise<{ status: number }> => bench.get(`/history?checkpoint=${checkpoint}`);
  for (const { history_checkpoint: checkpoint } of [JSON.parse(first), later, after] as SyncSnapshot[])
    expect((await read(checkpoint)).status).toBe(200);
});

test("C031 the epoch is one for a run, and another one for the next", async () => {
  const bench = await running();
  const first = (await bench.sync()).daemon_epoch;
  await bench.turn("hello");
  expect((await bench.sync()).daemon_epoch).toBe(first);
  await bench.daemon.stop("terminate");
  const next = await bench.again();
  expect((await next.sync()).daemon_epoch).not.toBe(first);
});

test("C034 C041 C105 while a turn runs it is busy, and each command is answered as its action says", async () => {
  const { bench, go } = await held();
  const agree = async (): Promise<SyncSnapshot> => {
    const snapshot = await bench.sync();
    const { actions } = snapshot;
    if (!actions.prompt.available)
      expect((await bench.post("/prompt", { content: "x" })).json<ProtocolError>().code).toBe(actions.prompt.reason);
    if (!actions.cancel.available)
      expect((await bench.post("/turn/cancel")).json<ProtocolError>().code).toBe(actions.cancel.reason);
    return snapshot;
  };
  expect(await agree()).toMatchObject({
    busy: false,
    actions: { prompt: { available: true } },
    turn: { state: "idle" },
  });
  const stream = await bench.follow();
  const accepted = await bench.post("/prompt", { content: "mice", prompt_id: "p-1", generation: 7 });
  expect(isPromptAccepted(accepted.json())).toBe(true);
  expect(accepted.json()).toMatchObject({ status: "admitted", prompt_id: "p-1", generation: 7 });
  await stream.until(({ records }) => records.some(({ kind }) => kind === "item_delta"));
  expect(await agree()).toMatchObject({
    ...{ busy: true, attention: false, actions: { prompt: { available: false, reason: "turn_in_flight" } } },
    ...{ turn: { state: "running", prompt_id: "p-1", generation: 7, model: "m" } },
    open_items: [{ kind: "assistant_message", text: "three " }],
  });
  go();
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  expect(await agree()).toMatchObject({ busy: false, open_items: [], turn: { state: "idle", generation: 7 } });
  expect((await bench.post("/prompt", { content: "y" })).status).toBe(202);
});

const SECOND = "  second: { provider: offline, class: mini, context_window: 8000 }\n";

/** The model and the facet between turns, and those of the turn that begins next. */
async function nextOf(bench: Bench) {
  const { model, facet } = (await bench.sync()).turn;
  const { records } = await bench.turn("what now?");
  const started = records.find((record) => record.kind === "turn_started");
  return { said: { model, facet }, used: { model: started?.model, facet: started?.facet } };
}

test("P-S81 a fresh session, and one whose configuration was edited, say what the next turn works with", async () => {
  const bench = await running();
  expect((await bench.sync()).turn).toEqual({ state: "idle", generation: 0, model: "echo", facet: "execute" });
  writeFileSync(bench.file, `${OFFLINE.replace("full: echo", "full: second")}${SECOND}`);
  await bench.post("/reload");
  expect((await bench.sync()).turn).toMatchObject({ model: "second", facet: "execute" });
  writeFileSync(bench.file, OFFLINE.replace("full: echo", "full: third"));
  await bench.post("/reload");
  expect(await nextOf(bench)).toMatchObject({ said: { model: null }, used: { model: null } });
});

test("P-S81 a prompt's own model and facet are not said of the next turn, and a summary names the last", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk, config: `${OFFLINE}${SECOND}` });
  const stream = await bench.follow();
  await bench.turn("one", { model: "second", facet: "plan" });
  expect((await bench.sync()).turn).toMatchObject({ model: "echo", facet: "execute" });
  expect((await bench.get("/sync/summary")).json<SyncSummary>()).toMatchObject({ model: "second", facet: "plan" });
  expect(stream.records.at(-1)).toMatchObject({ kind: "session_changed", model: "echo", facet: "execute" });
  disk.crash();
  const again = await bench.again();
  expect((await again.get("/sync/summary")).json<SyncSummary>()).toMatchObject({ model: "second", facet: "plan" });
  expect(await nextOf(again)).toEqual({
    said: { model: "echo", facet: "execute" },
    used: { model: "echo", facet: "execute" },
  });
});

test.each([["default_model:mini"], ["second(high)"]])("P-S81 a model chosen as %s is said once", async (chosen) => {
  const effort =
    "reasoning: { type: effort, effort_set: acme, can_disable: true, levels: [high], default_level: high }";
  const config = `${OFFLINE.replace("full: echo", "full: echo, mini: second")}${SECOND.replace(" }", `, ${effort} }`)}`;
  const bench = await running({ config });
  const stream = await bench.follow();
  expect((await bench.post("/model", { model: chosen })).status).toBe(200);
  await bench.turn("one");
  await bench.turn("two");
  expect((await bench.sync()).turn).toMatchObject({ model: "second", facet: "execute" });
  const said = stream.records.filter((record) => "model" in record);
  expect(said.map((record) => [record.kind, "model" in record && record.model])).toEqual([
    ["session_changed", chosen],
    ["turn_started", "second"],
    ["turn_started", "second"],
  ]);
});

test("P-S81 of a chosen model that is gone, snapshots say that the next turn has none", async () => {
  const bench = await running({ config: `${OFFLINE}${SECOND}` });
  await bench.post("/model", { model: "second" });
  writeFileSync(bench.file, OFFLINE);
  await bench.post("/reload");
  expect(await nextOf(bench)).toMatchObject({ said: { model: null }, used: { model: null } });
});

test("P-S81 nothing is said of the next turn while an input waits, or when none follows", async () => {
  const server = await modelServer(saying("three ", "blind ", "mice"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "one", facet: "plan" });
  await bench.post("/turn/input", { content: "two", facet: "plan" });
  while ((await bench.sync()).busy) await settled();
  const about = (): readonly string[] =>
    stream.records.flatMap((record) => {
      const isAbout = "facet" in record || /^(?:turn_finished|session_stopping|input_)/.test(record.kind);
      return isAbout ? [record.kind] : [];
    });
  expect(about()).toEqual([
    ...["turn_started", "input_queued", "turn_finished", "input_dequeued", "turn_started", "turn_finished"],
    "session_changed",
  ]);
  await bench.post("/prompt", { content: "three", facet: "plan" });
  await bench.daemon.stop("terminate");
  expect(about().slice(7)).toEqual(["turn_started", "session_stopping", "turn_finished"]);
});

test("P-S81 between turns every snapshot says what the next turn works with", async () => {
  const named = fc.record(
    { model: fc.constantFrom("echo", "second"), facet: fc.constantFrom("execute", "plan") },
    { requiredKeys: [] },
  );
  const deed = fc.oneof(
    fc.record({ kind: fc.constant("turn" as const), named }),
    fc.record({ kind: fc.constant("choose" as const), named }),
    fc.record({ kind: fc.constantFrom("stop" as const, "crash" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 8 }), async (deeds) => {
      const disk = new Disk(1);
      let bench = await running({ disk, config: `${OFFLINE}${SECOND}` });
      let first = await bench.sync();
      let stream = await bench.follow(first.cursor);
      for (const one of deeds) {
        if (one.kind === "turn") await bench.turn("go", one.named);
        else if (one.kind === "choose")
          for (const [field, name] of Object.entries(one.named)) await bench.post(`/${field}`, { [field]: name });
        else {
          if (one.kind === "stop") await bench.daemon.stop("terminate");
          else disk.crash();
          bench = await bench.again();
          first = await bench.sync();
          stream = await bench.follow(first.cursor);
        }
        const { said, used } = await nextOf(bench);
        expect(said).toEqual(used);
        expect(stateAfter(first, [...stream.records])).toEqual(stateOf(await bench.sync()));
      }
      await bench.daemon.stop("terminate");
    }),
    { numRuns: cases(60) },
  );
});

test("C036 the snapshot's checkpoint holds so many items, while more are added", async () => {
  const bench = await running();
  await bench.turn("one");
  const { history_checkpoint, history_total_items } = await bench.sync();
  await bench.turn("two");
  const page = (await bench.get(`/history?checkpoint=${history_checkpoint}`)).json<HistoryPage>();
  expect(isHistoryPage(page)).toBe(true);
  expect(page).toMatchObject({ total_items: history_total_items, next_page: null, checkpoint: history_checkpoint });
  expect(page.items.map(({ index, text }) => `${index} ${text}`)).toEqual(["0 one", "1 one"]);
  const now = (await bench.get("/history")).json<HistoryPage>();
  expect(now.items.map(({ text }) => text)).toEqual(["one", "one", "two", "two"]);
});

test("C043 C033 C049 C056 every snapshot is the fold of the records before its cursor, and the stream brings those after it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("sync", "prompt", "wait", "cancel"), { maxLength: 30 }),
      async (deeds) => {
        const server = await modelServer(saying("three ", "blind ", "mice"));
        const bench = await running({ config: single(`${server.url}/v1`) });
        const first = await bench.sync();
        const stream = await bench.follow(first.cursor);
        const snapshots: SyncSnapshot[] = [first];
        for (const deed of deeds) {
          if (deed === "prompt") await bench.post("/prompt", { content: "go" });
          else if (deed === "cancel") await bench.post("/turn/cancel");
          else if (deed === "wait") await settled();
          else snapshots.push(await bench.sync());
        }
        while ((await bench.sync()).busy) await settled();
        await settled();
        const { records } = stream;
        expect(new Set(records.map(({ cursor }) => cursor)).size).toBe(records.length);
        for (const message of stream.messages) expect(isSyncMessage(message)).toBe(true);
        for (const record of records) expect(isSyncRecordV1(record)).toBe(true);
        for (const snapshot of snapshots) {
          const at = records.findIndex(({ cursor }) => cursor === snapshot.cursor) + 1;
          expect(stateAfter(first, records.slice(0, at))).toEqual(stateOf(snapshot));
          expect(await replayed(bench, snapshot.cursor)).toEqual(records.slice(at));
        }
        await bench.daemon.stop("terminate");
      },
    ),
    { numRuns: cases(60) },
  );
});

function stateAfter(first: SyncSnapshot, records: Parameters<typeof fold>[1][]): SessionState {
  return records.reduce(fold, stateOf(first));
}

async function replayed(bench: Bench, cursor: string) {
  const stream = await bench.follow(cursor);
  await settled();
  const { records } = stream;
  stream.leave();
  return records;
}
