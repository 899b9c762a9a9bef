/** The fold of records, and the snapshots made of it (P-S8). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, type SessionState } from "../../src/agent/wire/core/session.js";
import type { RecordBody } from "../../src/agent/wire/core/session-stream.js";
import { actionsOf, stateOf, syncSnapshotOf } from "../../src/agent/wire/core/snapshot.js";
import type { SyncFrame, SyncRecordV1 } from "../../src/generated/protocol/types.js";
import { cases } from "../cases.js";
import { happening, Server } from "./server.js";

/** All records as a reader gets them. */
function recordsOf(server: Server): readonly SyncRecordV1[] {
  const all: SyncRecordV1[] = [];
  for (let next = server.messageAfter(0); next; next = server.messageAfter(next.last)) {
    all.push(...(next.message as SyncFrame).records);
  }
  return all;
}

test("C043 each snapshot is the fold of the records up to its cursor", () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 50, maxLength: 100 }), (all) => {
      const server = new Server();
      const snapshots = all.map((each) => {
        server.happen(each);
        return server.snapshot();
      });
      let state = server.first;
      const after = new Map([[server.snapshot().cursor, state]]);
      for (const record of recordsOf(server)) {
        state = fold(state, record);
        after.set(record.cursor, state);
      }
      for (const snapshot of snapshots) {
        const expected = after.get(snapshot.cursor);
        expect(JSON.parse(JSON.stringify(stateOf(snapshot)))).toEqual(JSON.parse(JSON.stringify(expected)));
        expect(snapshot.busy).toBe(expected?.turn.prompt_id !== undefined);
        expect(snapshot.attention).toBe((expected?.interrogatives.length ?? 0) > 0);
      }
    }),
    { numRuns: cases(200) },
  );
});

test("C036 history_total_items is how many items were finished, and what the checkpoint is of", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 80 }), (all) => {
      const server = new Server();
      for (const each of all) server.happen(each);
      const { history_total_items, history_checkpoint } = server.snapshot();
      expect(history_total_items).toBe(server.history.length);
      expect(server.source.codec.decode(history_checkpoint)?.position).toBe(server.history.length);
    }),
    { numRuns: cases(200) },
  );
});

test("C289 what an open item has in a snapshot and the later deltas are the finished item", () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 20, maxLength: 120 }), fc.nat({ max: 100 }), (all, moment) => {
      const server = new Server();
      for (const each of all.slice(0, moment)) server.happen(each);
      const texts = new Map(server.snapshot().open_items.map((item) => [item.item_id, item.text]));
      const { head } = server.ring;
      for (const each of all.slice(moment)) server.happen(each);
      for (const record of recordsOf(server).slice(head)) {
        if (record.kind === "item_started") texts.set(record.item_id, "");
        if (record.kind === "item_delta") {
          expect(record.offset).toBe(texts.get(record.item_id)?.length);
          texts.set(record.item_id, `${texts.get(record.item_id)}${record.text}`);
        }
        if (record.kind === "item_finished" && record.item.kind !== "user_message") {
          expect(record.item.text).toBe(texts.get(record.item.item_id));
        }
      }
    }),
    { numRuns: cases(300) },
  );
});

describe("a turn", () => {
  const server = new Server();
  const at = new Map<string, SessionState>();
  const mark = (name: string) => at.set(name, server.state);
  mark("idle");
  server.publish({ kind: "turn_started", prompt_id: "p", generation: 7, model: "m", facet: null });
  mark("running");
  server.publish({ kind: "interrogative_opened", interrogative: { id: "q", kind: "question", text: "?" } });
  mark("asking");
  server.publish({ kind: "interrogative_resolved", id: "q", resolution: "answered" });
  server.publish({ kind: "item_started", item_id: "i", item_kind: "assistant_message", prompt_id: "p" });
  server.publish({ kind: "item_delta", item_id: "i", offset: 0, text: "ab" });
  mark("writing");
  server.publish({ kind: "session_stopping", reason: "signal" });
  mark("stopping");
  server.publish({ kind: "turn_finished", prompt_id: "p", outcome: "cancelled" });
  mark("stopped");
  const state = (name: string): SessionState => at.get(name) ?? server.first;
  const snapshot = (name: string) =>
    syncSnapshotOf(state(name), {
      ...{ epoch: "e", sessionId: "s", createdAt: "", features: [], window: null, cursor: "", checkpointOf: () => "" },
    });

  test.each([
    ["idle", "idle", false, false],
    ["running", "running", true, false],
    ["asking", "awaiting_input", true, true],
    ["writing", "running", true, false],
    ["stopping", "stopping", true, false],
    ["stopped", "stopping", false, false],
  ] as const)("C034 %s: %s", (name, turn, busy, attention) => {
    expect(snapshot(name)).toMatchObject({ turn: { state: turn }, busy, attention });
  });

  test.each([
    ["idle", undefined, "turn_not_running", undefined],
    ["running", "turn_in_flight", undefined, undefined],
    ["asking", "turn_in_flight", undefined, undefined],
    ["stopping", "shutting_down", "shutting_down", "shutting_down"],
    ["stopped", "shutting_down", "shutting_down", "shutting_down"],
  ] as const)("C041 %s: actions say what a command would be refused with", (name, prompt, turn, any) => {
    const said = (reason: string | undefined) =>
      reason === undefined ? { available: true } : { available: false, reason };
    const { respond, compact, ...served } = actionsOf(state(name));
    expect(served).toEqual({
      ...{ prompt: said(prompt), cancel: said(turn), queue_input: said(turn), dequeue_newest: said(any) },
    });
    expect(respond).toEqual(said(name === "asking" ? undefined : (any ?? "interrogative_not_open")));
    expect(compact).toEqual(said(prompt));
  });

  test("C289 what was begun and not finished ends with the turn", () => {
    expect(state("writing").openItems).toEqual([
      { item_id: "i", kind: "assistant_message", prompt_id: "p", text: "ab" },
    ]);
    expect(state("stopped").openItems).toEqual([]);
  });

  test("the number of the prompt stays when its turn is over, its name does not", () => {
    expect(state("stopped").turn).toEqual({ state: "stopping", generation: 7, model: "m", facet: null });
  });
});

test("a turn that is over waits for no answer", () => {
  const server = new Server();
  server.publish({ kind: "turn_started", prompt_id: "p", generation: 0, model: null, facet: null });
  server.publish({ kind: "interrogative_opened", interrogative: { id: "q", kind: "question", text: "?" } });
  server.publish({ kind: "turn_finished", prompt_id: "p", outcome: "failed" });
  expect(server.snapshot()).toMatchObject({ attention: false, interrogatives: [], turn: { state: "idle" } });
});

describe("P-S101 a turn that waits for its provider", () => {
  const WAIT = { until: "2027-01-15T08:00:07.000Z", attempt: 2, of: 4, why: "it is overloaded" };
  const waiting = (): Server => {
    const server = new Server();
    server.publish({ kind: "turn_started", prompt_id: "p", generation: 0, model: null, facet: null });
    server.publish({ kind: "turn_waiting", prompt_id: "p", ...WAIT });
    return server;
  };
  const item = { at: "2027-01-15T08:00:07.000Z", secret_coverage: "captured", text: "", index: 0 } as const;
  const attribution = { kind: "captured", facet: null, model: null } as const;

  test("says so in its snapshots", () => {
    expect(waiting().snapshot().turn).toMatchObject({ prompt_id: "p", retry: WAIT });
  });

  test.each<readonly [string, RecordBody]>([
    ["a text begins", { kind: "item_started", item_id: "i", item_kind: "reasoning", prompt_id: "p" }],
    [
      "an item is there",
      { kind: "item_finished", item: { ...item, item_id: "i", kind: "tool_call", prompt_id: "p", attribution } },
    ],
    ["it ends", { kind: "turn_finished", prompt_id: "p", outcome: "failed" }],
    ["the next turn begins", { kind: "turn_started", prompt_id: "q", generation: 1, model: null, facet: null }],
  ])("waits no longer when %s", (_, record) => {
    const server = waiting();
    server.publish(record);
    expect(server.snapshot().turn).not.toHaveProperty("retry");
  });

  test.each<readonly [string, RecordBody]>([
    ["it asks something", { kind: "interrogative_opened", interrogative: { id: "q", kind: "question", text: "?" } }],
    ["that is answered", { kind: "interrogative_resolved", id: "q", resolution: "cancelled" }],
    [
      "somebody queues an input",
      { kind: "input_queued", queue_revision: "1", input: { prompt_id: "r", generation: 2, text: "x" } },
    ],
    ["another turn's wait comes", { kind: "turn_waiting", prompt_id: "other", ...WAIT, attempt: 9 }],
    ["the model changes", { kind: "session_changed", model: "m" }],
  ])("waits on when %s", (_, record) => {
    const server = waiting();
    server.publish(record);
    expect(server.snapshot().turn).toMatchObject({ retry: WAIT });
  });

  test("a wait of a turn that is over is none", () => {
    const server = new Server();
    server.publish({ kind: "turn_waiting", prompt_id: "p", ...WAIT });
    expect(server.snapshot().turn).not.toHaveProperty("retry");
  });
});

test("P-S17 of text that is there already only the rest is added, and text after a hole is not", () => {
  const server = new Server();
  server.publish({ kind: "turn_started", prompt_id: "p", generation: 0, model: null, facet: null });
  server.publish({ kind: "item_started", item_id: "i", item_kind: "reasoning", prompt_id: "p" });
  const texts = [
    [0, "abc"],
    [1, "bcde"],
    [0, "ab"],
    [7, "x"],
    [5, "f"],
  ].map(([offset, text]) => {
    server.publish({ kind: "item_delta", item_id: "i", offset: Number(offset), text: String(text) });
    return server.state.openItems[0]?.text;
  });
  expect(texts).toEqual(["abc", "abcde", "abcde", "abcde", "abcdef"]);
});

test("P-S18 records of an unknown kind change nothing", () => {
  const { first } = new Server();
  const record = { version: 1, kind: "of_tomorrow", item_id: "i", text: "x" } as unknown as SyncRecordV1;
  expect(fold(first, record)).toBe(first);
});

test("C043 no state is changed by what comes after it", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 100 }), (all) => {
      const server = new Server();
      const texts = [JSON.stringify(server.state)];
      for (const each of all) {
        const { length } = server.states;
        server.happen(each);
        texts.push(...server.states.slice(length).map((state) => JSON.stringify(state)));
      }
      expect(server.states).toHaveLength(server.ring.head + 1);
      expect(server.states.map((state) => JSON.stringify(state))).toEqual(texts);
    }),
    { numRuns: cases(100) },
  );
});

test("C055 a record that is too long is not announced at all", () => {
  const server = new Server();
  const before = server.snapshot();
  expect(() => server.publish({ kind: "session_changed", title: "x".repeat(1_048_576) })).toThrow(RangeError);
  expect(server.snapshot()).toEqual(before);
});
