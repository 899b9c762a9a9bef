/** The client's copy: whatever happens to connections, servers and clients, it is what the server is, or knows that it is not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cursorOf } from "../../src/agent/wire/core/cursor.js";
import { pointOf, Replica, type SyncPoint } from "../../src/agent/wire/core/replica.js";
import { fold, type SessionState } from "../../src/agent/wire/core/session.js";
import { stateOf } from "../../src/agent/wire/core/snapshot.js";
import type { Next } from "../../src/agent/wire/core/stream-replica.js";
import { type Tally, tallyOf } from "../../src/agent/wire/core/tally.js";
import { codes, limits } from "../../src/generated/protocol/tables.js";
import type { HistoryItem, SyncFrame, SyncMessage, SyncRecordV1 } from "../../src/generated/protocol/types.js";
import { cases } from "../cases.js";
import { type Happening, happening, Server } from "./server.js";

/** A client that does what its replica says. */
class Client {
  replica: Replica;
  items: HistoryItem[] = [];
  /** Items before those. */
  base: number;
  /** Where the server is with this connection; undefined when there is none. */
  at: number | undefined;
  snapshots = 0;
  /** The fold of what it has taken. */
  state: SessionState;
  saved: {
    readonly point: SyncPoint;
    readonly state: SessionState;
    readonly items: readonly HistoryItem[];
    readonly base: number;
  };

  readonly server: Server;

  constructor(server: Server) {
    this.server = server;
    const snapshot = server.snapshot();
    const point = pointOf(snapshot);
    this.replica = new Replica(point, 0);
    this.state = stateOf(snapshot);
    this.base = snapshot.history_total_items;
    this.saved = { point, state: this.state, items: [], base: this.base };
  }

  begin(): void {
    const snapshot = this.server.snapshot();
    this.replica = new Replica(pointOf(snapshot), 0);
    this.state = stateOf(snapshot);
    [this.items, this.base, this.at] = [[], snapshot.history_total_items, undefined];
    this.snapshots += 1;
  }

  follow(next: Next): void {
    if (next.kind === "follow") return;
    this.at = undefined;
    if (next.kind === "snapshot") this.begin();
    else expect(next.kind).toBe("reconnect");
  }

  deliver(message: SyncMessage): void {
    this.follow(this.replica.receive(message, 0));
    for (const { record, tally } of this.replica.take()) {
      this.state = fold(this.state, record);
      if (record.kind === "item_finished") this.items.push(record.item);
      expect(tally).toEqual(tallyIn(this.state));
    }
    this.check();
  }

  /** Takes at most so many messages, connecting first where there is no connection. */
  read(most: number): void {
    for (let each = 0; each < most; each += 1) {
      if (this.at === undefined) {
        const next = this.replica.ended();
        const answer = this.server.open(next.kind === "reconnect" ? next.cursor : "");
        if ("position" in answer) {
          this.at = answer.position;
          this.deliver(this.server.heartbeat(answer.position));
        } else this.follow(this.replica.refused(answer.status, answer.code));
        continue;
      }
      if (this.server.ring.judge(this.at) !== "ok") {
        this.deliver({ event: "reset", version: 1, code: "reset_required" });
        continue;
      }
      const next = this.server.messageAfter(this.at);
      if (next === undefined) return;
      this.at = next.last;
      this.deliver(next.message);
    }
  }

  /** The position of its cursor in the server's stream. */
  get position(): number {
    return this.server.source.codec.decode(this.replica.point.cursor)?.position ?? 0;
  }

  save(): void {
    this.saved = { point: this.replica.point, state: this.state, items: [...this.items], base: this.base };
  }

  /** Begins again with what was saved last, as text. */
  crash(): void {
    const { point, state, items, base } = JSON.parse(JSON.stringify(this.saved)) as typeof this.saved;
    this.replica = new Replica(point, 0);
    this.state = state;
    [this.items, this.base, this.at] = [[...items], base, undefined];
  }

  /** It is at a moment of the server's, whole, and has each item since its snapshot once. */
  check(): void {
    const { epoch, tally } = this.replica.point;
    const { state } = this;
    expect(tally).toEqual(tallyIn(state));
    expect(this.items.map(({ index }) => index)).toEqual(this.items.map((_, index) => this.base + index));
    expect(state.historyTotalItems).toBe(this.base + this.items.length);
    if (epoch !== this.server.epoch) return;
    expect(JSON.stringify(state)).toBe(JSON.stringify(this.server.states[this.position]));
  }
}

function tallyIn({ historyTotalItems: items, openItems }: SessionState): Tally {
  return { items, open: openItems.map(({ item_id, text }) => ({ item_id, length: text.length })) };
}

type Act = (server: Server, client: Client) => void;

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(happening, { maxLength: 12 }).map(
      (all): Act =>
        (server) =>
          happenAll(server, all),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.nat({ max: 6 }).map(
      (most): Act =>
        (_, client) =>
          client.read(most),
    ),
  },
  // The connection breaks, and what was on its way is lost.
  { weight: 2, arbitrary: fc.constant<Act>((_, client) => client.follow(client.replica.ended())) },
  { weight: 1, arbitrary: fc.constant<Act>((_, client) => client.save()) },
  { weight: 1, arbitrary: fc.constant<Act>((_, client) => client.crash()) },
  {
    weight: 1,
    arbitrary: fc.constant<Act>((server, client) => {
      server.restart();
      client.at = undefined;
    }),
  },
  { weight: 1, arbitrary: fc.constant<Act>((server) => server.ring.bar()) },
  // The server brings again what it brought last.
  {
    weight: 1,
    arbitrary: fc.nat({ max: 9 }).map(
      (back): Act =>
        (server, client) => {
          if (client.at !== undefined) client.at = Math.max(server.ring.floor, client.position - back);
        },
    ),
  },
);

function happenAll(server: Server, all: readonly Happening[]): void {
  for (const each of all) server.happen(each);
}

test("C078 C081 C283 after any cuts, reconnects, crashes and restarts the replica is the server's state, each item there once", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60, size: "max" }), (acts) => {
      const server = new Server(30);
      const client = new Client(server);
      for (const each of acts) each(server, client);
      client.read(1_000);
      expect(JSON.stringify(client.state)).toBe(JSON.stringify(server.state));
      expect(client.items).toEqual(server.history.slice(client.base));
    }),
    { numRuns: cases(500) },
  );
});

test("C081 without restarts and barriers a replica that keeps up never needs another snapshot", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(happening, { maxLength: 12 }), fc.boolean(), fc.boolean())), (rounds) => {
      const server = new Server();
      const client = new Client(server);
      for (const [all, isCut, isSaved] of rounds) {
        happenAll(server, all);
        client.read(2);
        if (isCut) client.follow(client.replica.ended());
        if (isSaved) client.save();
        else if (isCut) client.crash();
      }
      client.read(1_000);
      expect(client.snapshots).toBe(0);
      expect(client.state).toEqual(server.state);
    }),
    { numRuns: cases(200) },
  );
});

describe("what a replica does", () => {
  const server = new Server();
  const point = pointOf(server.snapshot());
  server.publish({ kind: "turn_started", prompt_id: "p", generation: 0, model: null, facet: null });
  server.publish({ kind: "item_started", item_id: "i", item_kind: "reasoning", prompt_id: "p" });
  server.publish({ kind: "item_delta", item_id: "i", offset: 0, text: "ab" });
  server.publish({ kind: "item_delta", item_id: "i", offset: 2, text: "cd" });
  server.happen({ what: 9, pick: 0, text: "" });
  const frame = server.messageAfter(0)?.message as SyncFrame;
  const some = (from: number, to: number): SyncFrame => {
    const records = frame.records.slice(from, to);
    return { ...frame, records, cursor: records.at(-1)?.cursor ?? "" };
  };
  const gap = { kind: "snapshot", reason: "gap" };
  const follow = { kind: "follow" };

  test("C081 records that come again up to the current one are passed over, alone and before new ones", () => {
    const replica = new Replica(point, 0);
    const taken: SyncRecordV1[] = [];
    for (const part of [some(0, 3), some(0, 3), some(1, 3), some(2, 5), some(0, 5)]) {
      expect(replica.receive(part, 0)).toEqual(follow);
      taken.push(...replica.take().map(({ record }) => record));
    }
    expect(taken).toEqual(frame.records);
    expect(replica.point).toEqual({ ...point, cursor: frame.cursor, tally: tallyOf(server.snapshot()) });
    expect(replica.take()).toEqual([]);
  });

  test.each([
    ["text is missing", 0, 2, some(3, 5)],
    ["the beginning of an item is missing", 0, 1, some(2, 5)],
    ["it ends with another cursor than it says", 0, 2, { ...some(2, 4), cursor: frame.cursor }],
    ["there are no records", 0, 2, { ...frame, records: [] }],
  ])("refuses a frame and keeps its cursor when %s", (_, from, to, bad) => {
    const replica = new Replica(point, 0);
    replica.receive(some(from, to), 0);
    replica.take();
    const before = replica.point;
    expect(replica.receive(bad, 0)).toEqual(gap);
    expect(replica.point).toBe(before);
    expect(replica.take()).toEqual([]);
  });

  test.each([
    ["is too far ahead", 0, 7],
    ["was counted before", 5, 0],
  ])("an item that %s is a gap, and does not come", (_, taken, index) => {
    const replica = new Replica(point, 0);
    replica.receive(some(0, taken), 0);
    replica.take();
    const other = { ...frame.records[4], cursor: "x", item: { ...server.history[0], index } };
    const message = { ...frame, cursor: "x", records: [other] } as SyncFrame;
    expect(replica.receive(message, 0)).toEqual(gap);
    expect(replica.take()).toEqual([]);
  });

  test("a heartbeat from another place than its own is a gap: each connection begins with one", () => {
    const replica = new Replica(point, 0);
    expect(replica.receive(server.heartbeat(0), 0)).toEqual(follow);
    expect(replica.receive(server.heartbeat(3), 0)).toEqual(gap);
    replica.receive(some(0, 3), 0);
    expect(replica.receive(server.heartbeat(3), 0)).toEqual(follow);
    expect(replica.receive(server.heartbeat(2), 0)).toEqual(gap);
  });

  test("C078 messages of another epoch are not applied", () => {
    const replica = new Replica(point, 0);
    const epoch = "f".repeat(32);
    for (const message of [
      { ...frame, daemon_epoch: epoch },
      { ...server.heartbeat(0), daemon_epoch: epoch },
    ]) {
      expect(replica.receive(message as SyncMessage, 0)).toEqual({ kind: "snapshot", reason: "epoch_mismatch" });
    }
    expect(replica.point).toBe(point);
  });

  test("messages and records of later versions are passed over, and the cursor moves on", () => {
    const replica = new Replica(point, 0);
    expect(replica.receive({ event: "of_tomorrow" } as unknown as SyncMessage, 0)).toEqual(follow);
    const cursor = cursorOf(server.source, 1);
    const record = { version: 1, kind: "of_tomorrow", daemon_epoch: point.epoch, cursor, at: "" };
    expect(replica.receive({ ...frame, cursor, records: [record] } as unknown as SyncMessage, 0)).toEqual(follow);
    expect(replica.take().map(({ record: { kind } }) => kind)).toEqual(["of_tomorrow"]);
    expect(replica.point).toEqual({ ...point, cursor });
  });

  test("C279 three heartbeats that did not come: connect again, by the interval that the server said", () => {
    const replica = new Replica(point, 1_000);
    expect(replica.due).toBe(1_000 + 3 * limits.syncHeartbeat);
    expect(replica.silent(45_999)).toEqual(follow);
    expect(replica.silent(46_000)).toEqual({ kind: "reconnect", cursor: point.cursor });
    replica.receive({ ...server.heartbeat(0), interval_seconds: 2 } as SyncMessage, 50_000);
    expect(replica.due).toBe(56_000);
    replica.receive(some(0, 1), 55_000);
    expect(replica.due).toBe(61_000);
    replica.waits(70_000);
    expect(replica.due).toBe(76_000);
  });

  test("a reset discards the cursor, the end of a stream does not", () => {
    const replica = new Replica(point, 0);
    expect(replica.receive({ event: "reset", version: 1, code: "reset_required" }, 0)).toEqual({
      kind: "snapshot",
      reason: "reset_required",
    });
    replica.receive(some(0, 2), 0);
    expect(replica.ended()).toEqual({ kind: "reconnect", cursor: some(0, 2).cursor });
  });

  test("C275 each code of the stream has the recovery of spec 7, and an unknown one is shown", () => {
    const replica = new Replica(point, 0);
    const said = (status: number, code: string) => replica.refused(status, code).kind;
    const restarts = [
      "invalid_cursor",
      "cursor_wrong_session",
      "epoch_mismatch",
      "reset_required",
      "cursor_too_old",
    ] as const;
    for (const code of restarts) {
      expect(replica.refused(codes[code].status[0], code)).toEqual({ kind: "snapshot", reason: code });
    }
    expect([
      said(503, "overloaded"),
      said(503, "shutting_down"),
      said(429, "slow_down"),
      said(500, "internal"),
    ]).toEqual([...["reconnect", "reconnect", "reconnect", "reconnect"]]);
    expect(replica.refused(401, "unauthorized")).toEqual({ kind: "fail", status: 401, code: "unauthorized" });
    expect(replica.refused(410, "of_tomorrow")).toEqual({ kind: "fail", status: 410, code: "of_tomorrow" });
  });
});
