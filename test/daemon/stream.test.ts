/** The stream of a daemon (spec 4.1, P-S11 to P-S15), each reader with a wire that the test holds. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { ProtocolError } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";

const code = (exchange: TestExchange): string => exchange.json<ProtocolError>().code;

test("C057 at the head a reader waits, and the next record comes", async () => {
  const bench = await running();
  const stream = await bench.follow();
  await settled();
  expect(stream.records).toEqual([]);
  await bench.turn("hello");
  await settled();
  expect(stream.records.map(({ kind }) => kind)).toEqual([
    ...[
      "item_finished",
      "turn_started",
      "session_changed",
      "item_started",
      "item_delta",
      "item_finished",
      "turn_finished",
    ],
  ]);
});

test.each(["", "A", "A".repeat(45), "A".repeat(46), "A".repeat(47), "!".repeat(46), "0", "%20", "%F0%9F%90%AD"])(
  "C060 after=%j is no cursor",
  async (text) => {
    const bench = await running();
    const answer = await bench.get(`/events?after=${text}`);
    expect([answer.status, code(answer)]).toEqual([400, "invalid_cursor"]);
  },
);

test("C060 every other spelling of a cursor is none, and one beyond the head", async () => {
  const bench = await running();
  const { cursor, history_checkpoint } = await bench.sync();
  const last = cursor.slice(0, -1);
  const others = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((end) => last + end);
  for (const text of [...others.filter((text) => text !== cursor), `${cursor}%3D`, `${cursor}=`, history_checkpoint])
    expect(code(await bench.get(`/events?after=${text}`))).toBe("invalid_cursor");
  expect((await bench.get(`/events?after=${cursor}&after=${cursor}`)).status).toBe(400);
  expect((await bench.get(`/events?after=${cursor}&after=`)).status).toBe(400);
});

test("C062 C063 a cursor of another session, and of an earlier run", async () => {
  const disk = new Disk(1);
  const one = await running({ disk });
  const foreign = (await one.sync()).cursor;
  await one.daemon.stop("terminate");
  const two = await running({ disk, session: "session-2" });
  const wrong = await two.get(`/events?after=${foreign}`);
  expect([wrong.status, code(wrong)]).toEqual([400, "cursor_wrong_session"]);
  const again = await one.again();
  const old = await again.get(`/events?after=${foreign}`);
  expect([old.status, code(old)]).toEqual([409, "epoch_mismatch"]);
});

test("C067 C069 after a reset barrier: live readers are told and end, old cursors are 410, new ones are good", async () => {
  const disk = new Disk(1);
  const server = await modelServer(saying("mice"));
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  const { cursor } = await bench.sync();
  const lines = await bench.follow(cursor);
  const events = bench.send(`/events?after=${cursor}`);
  let isFull = false;
  server.answer(async (one) => {
    isFull = true;
    await saying("mice")(one);
  });
  disk.decide = ({ kind }) => (isFull && kind === "append" ? "full" : undefined);
  expect((await bench.post("/prompt", { content: "hello" })).status).toBe(202);
  await lines.until(({ isEnded }) => isEnded);
  await events.until(({ isEnded }) => isEnded);
  expect(lines.messages.at(-1)).toEqual({ event: "reset", version: 1, code: "reset_required" });
  expect(events.text).toMatch(/\n\nevent: reset\ndata: \{"event":"reset","version":1,"code":"reset_required"\}\n\n$/);
  const late = await bench.get(`/events?after=${cursor}`);
  expect([late.status, code(late)]).toEqual([410, "reset_required"]);
  const snapshot = await bench.sync();
  expect(snapshot).toMatchObject({ busy: false, history_total_items: 1 });
  const fresh = await bench.follow(snapshot.cursor);
  await settled();
  expect(fresh.isEnded).toBe(false);
});

test("C073 `Last-Event-ID` counts where it is newer and good", async () => {
  const bench = await running();
  await bench.turn("zero");
  const first = (await bench.sync()).cursor;
  await bench.turn("one");
  const second = (await bench.sync()).cursor;
  await bench.turn("two");
  const count = async (after: string, last: string): Promise<number> => {
    const headers = [
      ["accept", "application/x-ndjson"],
      ["last-event-id", last],
    ] as const;
    const stream = bench.send(`/events?after=${after}`, { headers });
    await settled();
    stream.leave();
    return stream.records.length;
  };
  const whole = await count(first, "");
  expect(await count(first, second)).toBe(whole / 2);
  expect(await count(second, first)).toBe(whole / 2);
  expect(await count(first, "nonsense")).toBe(whole);
  expect((await bench.get("/events?after=nonsense", { headers: [["last-event-id", second]] })).status).toBe(400);
});

test("C074 C075 the head of a stream comes at once, and its type is what was asked for", async () => {
  const bench = await running();
  const { cursor } = await bench.sync();
  const ask = (...accept: string[]): TestExchange =>
    bench.send(`/events?after=${cursor}`, { headers: accept.map((value) => ["accept", value] as const) });
  const type = async (...accept: string[]) => {
    const exchange = ask(...accept);
    await settled();
    return exchange.header("content-type");
  };
  for (const accept of [
    [],
    ["*/*"],
    ["text/event-stream"],
    ["text/*"],
    ["application/x-ndjson;q=0.5, text/event-stream"],
  ])
    expect(await type(...accept)).toBe("text/event-stream");
  for (const accept of [["application/x-ndjson"], ["image/png", "application/x-ndjson"]])
    expect(await type(...accept)).toBe("application/x-ndjson");
  const refused = await bench.get(`/events?after=${cursor}`, { headers: [["accept", "image/png"]] });
  expect([refused.status, code(refused)]).toEqual([406, "not_acceptable"]);
  const stream = ask("text/event-stream");
  await settled();
  expect(stream.status).toBe(200);
  expect(stream.header("cache-control")).toContain("no-store");
  expect(stream.header("x-accel-buffering")).toBe("no");
  expect(stream.header("content-length")).toBeUndefined();
  const lines = ask("application/x-ndjson");
  await bench.turn("hello");
  await settled();
  const data = stream.text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
  expect(data.join("\n")).toBe(lines.text.trim());
});

test("C079 a quiet stream says every 15 seconds that it is alive, and how often, from its first message on", async () => {
  const bench = await running();
  const { cursor, daemon_epoch } = await bench.sync();
  const stream = await bench.follow(cursor);
  await settled();
  const heartbeat = { event: "heartbeat", version: 1, daemon_epoch, cursor, interval_seconds: 15 };
  expect(stream.messages).toEqual([heartbeat]);
  bench.clock.pass(14_999);
  expect(stream.messages.length).toBe(1);
  bench.clock.pass(1);
  expect(stream.messages).toEqual([heartbeat, heartbeat]);
  bench.clock.pass(45_000);
  expect(stream.messages.length).toBe(5);
});

test("a reader that takes nothing gets nothing more, and is closed after a minute; others go on", async () => {
  const bench = await running();
  const slow = await bench.follow();
  slow.isTaking = false;
  const other = await bench.follow();
  await bench.turn("one");
  await settled();
  const got = slow.messages.length;
  await bench.turn("two");
  await settled();
  expect(slow.messages.length).toBe(got);
  slow.isTaking = true;
  slow.drain();
  expect(slow.records).toEqual(other.records);
  slow.isTaking = false;
  await bench.turn("three");
  bench.clock.pass(limits.blockedReader - 1);
  expect(slow.isDestroyed).toBe(false);
  bench.clock.pass(1);
  expect(slow.isDestroyed).toBe(true);
  expect(other.isDestroyed).toBe(false);
});

test("C071 a slow reader of a long message, who takes a piece of it now and then, is not closed, and gets it whole", async () => {
  const bench = await running();
  const { cursor } = await bench.sync();
  for (let turn = 0; turn < 3; turn += 1) await bench.turn("x".repeat(200_000));
  const whole = await bench.follow(cursor);
  await whole.until(({ records }) => records.filter(({ kind }) => kind === "turn_finished").length === 3);
  const { text } = whole;
  const slow = bench.send(`/events?after=${cursor}`, { headers: [["accept", "application/x-ndjson"]] });
  slow.isTaking = false;
  await settled();
  let pieces = 0;
  while (slow.text !== text) {
    slow.drain();
    await settled();
    pieces += 1;
    bench.clock.pass(limits.blockedReader - 1);
    expect(slow.isDestroyed).toBe(false);
  }
  expect(pieces).toBeGreaterThan(5);
  bench.clock.pass(1);
  expect(slow.isDestroyed).toBe(true);
});

test("a daemon that stops in the middle of a long message sends its rest before the end", async () => {
  const bench = await running();
  const { cursor } = await bench.sync();
  await bench.turn("x".repeat(200_000));
  const slow = bench.send(`/events?after=${cursor}`, { headers: [["accept", "application/x-ndjson"]] });
  await settled();
  slow.isTaking = false;
  const late = bench.send(`/events?after=${cursor}`, { headers: [["accept", "application/x-ndjson"]] });
  late.isTaking = false;
  await settled();
  late.drain();
  await bench.daemon.stop("terminate");
  expect(late.isEnded).toBe(true);
  late.drain();
  expect(late.records.map(({ cursor }) => cursor)).toEqual(
    slow.records.slice(0, late.records.length).map(({ cursor }) => cursor),
  );
  expect(late.records.length).toBeGreaterThan(0);
});

test("C077 a reader that leaves, at any message, leaves no timer and no place taken", async () => {
  const bench = await running();
  await settled();
  const idle = bench.clock.waiting;
  for (let leaving = 0; leaving < 6; leaving += 1) {
    const stream = await bench.follow();
    stream.isTaking = leaving % 2 === 0;
    await settled();
    if (leaving > 1) await bench.turn("hello");
    stream.leave();
    await settled();
    bench.clock.pass(0);
    await settled();
    expect(stream.listeners).toBeLessThanOrEqual(1);
  }
  expect(bench.clock.waiting).toBe(idle);
});

test("requests and streams: as many as the limits say, and one more is refused until one is done", async () => {
  const bench = await running();
  const { cursor } = await bench.sync();
  const open = (): TestExchange => bench.send(`/events?after=${cursor}`);
  const streams: TestExchange[] = [];
  for (let each = 0; each < limits.streams; each += 1) {
    streams.push(open());
    await settled(1);
  }
  expect(streams.filter(({ status }) => status === 200).length).toBe(limits.streams);
  const over = open();
  await over.until(({ isEnded }) => isEnded);
  expect([over.status, code(over), over.header("retry-after")]).toEqual([503, "overloaded", "1"]);
  expect((await bench.get("/health")).status).toBe(200);
  streams[0]?.leave();
  const next = open();
  await settled();
  expect(next.status).toBe(200);
});

test("64 requests at once, and one more is refused; what tells and what ends is answered all the same", async () => {
  const bench = await running();
  const come = gate();
  const body = come.passed.then(() => "[]");
  const slow = Array.from({ length: limits.requests }, () => bench.send("/prompt", { method: "POST", body }));
  await settled();
  for (const [method, target] of [
    ["GET", "/sync"],
    ["GET", "/history"],
    ["POST", "/prompt"],
  ] as const) {
    const over = await bench.get(target, { method });
    expect([over.status, code(over), over.header("retry-after")]).toEqual([503, "overloaded", "1"]);
  }
  expect((await bench.get("/health")).status).toBe(200);
  expect(code(await bench.post("/turn/cancel"))).toBe("turn_not_running");
  expect((await bench.get("/health", { headers: [["authorization", "Bearer no"]] })).status).toBe(401);
  expect((await bench.get("/nowhere")).status).toBe(404);
  come.open();
  await Promise.all(slow.map((exchange) => exchange.until(({ isEnded }) => isEnded)));
  expect((await bench.get("/sync")).status).toBe(200);
  const again = Array.from({ length: limits.requests }, () =>
    bench.send("/prompt", { method: "POST", body: new Promise<string>(() => {}) }),
  );
  await settled();
  expect(again.every(({ isEnded }) => !isEnded)).toBe(true);
  expect((await bench.post("/terminate")).status).toBe(202);
});
