/** The stream of a hub's fleet: which cursors go on, what is sent when, and when it ends (spec 4.2, 6, P-S73). */
import { expect, test } from "vitest";
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import { FleetStream } from "../../src/agent/wire/core/fleet-stream.js";
import { TokenCodec, tagOf } from "../../src/agent/wire/protocol/token.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { isFleetEventV1 } from "../../src/generated/protocol/validators.js";
import type { TestExchange } from "../daemon/exchange.js";
import { answering, EPOCH, eventsIn, type FleetBench, fleetBench, messagesOf, summaryOf } from "./fleet-bench.js";

const codec = new TokenCodec(Buffer.alloc(32, 7));

function cursorAt(position: number, more: { epoch?: string; stream?: string } = {}): string {
  const { epoch = EPOCH, stream = "fleet" } = more;
  return codec.encode({ kind: "fleet_cursor", stream: tagOf(stream), epoch: tagOf(epoch), position, extra: 0 });
}

async function code(bench: FleetBench, query: { after?: string; expected_epoch?: string }): Promise<unknown> {
  const reader = await bench.follow(query);
  if (reader.status === 200) reader.leave();
  return reader.status === 200 ? 200 : `${reader.status} ${reader.text}`;
}

/** So many events, one by one. */
function publish(
  { fleet, clock }: { readonly fleet: Pick<FleetBench["fleet"], "stream">; readonly clock: Clock },
  count: number,
  bytes = 0,
): void {
  const project = { project_id: "0".repeat(16), name: "x".repeat(bytes), session_count: 1 };
  for (let each = 0; each < count; each += 1)
    fleet.stream.publish({ kind: "project_upserted", project }, "2027-01-15T08:00:00.000Z", clock.monotonic());
}

const kindsIn = (reader: TestExchange): readonly string[] => messagesOf(reader).map(({ event }) => event);

test("C174 a cursor of this run: first the interval, then what is missing, then what is new, in order and once", async () => {
  const bench = await fleetBench();
  const { cursor } = bench.fleet.stream;
  publish(bench, 300);
  const reader = await bench.follow({ after: cursor, expected_epoch: EPOCH });
  expect(reader.header("content-type")).toBe("application/x-ndjson");
  expect(kindsIn(reader)).toEqual(["heartbeat", "frame", "frame"]);
  expect(messagesOf(reader)[0]).toEqual({
    ...{ event: "heartbeat", version: 1, fleet_epoch: EPOCH, cursor, interval_seconds: 15 },
  });
  await bench.run("s", answering(summaryOf("s", { title: "live" })));
  await bench.pass(1000);
  const events = eventsIn(reader);
  expect(events.every(isFleetEventV1)).toBe(true);
  const from = codec.decode(cursor)?.position ?? -1;
  expect(events.map((event) => codec.decode(event.cursor)?.position)).toEqual(events.map((_, at) => from + 1 + at));
  expect(events.at(-1)?.cursor).toBe(bench.fleet.stream.cursor);
  expect(new Set(events.map(({ fleet_epoch }) => fleet_epoch))).toEqual(new Set([EPOCH]));
});

test("C174 another epoch 409, with and without `expected_epoch`; malformed, missing, foreign 400; too old 410", async () => {
  const bench = await fleetBench();
  publish(bench, 8_200);
  const { head, floor } = bench.fleet.stream.ring;
  const other = { expected_epoch: "f".repeat(32) };
  const daemon = codec.encode({
    kind: "sync_cursor",
    stream: tagOf("fleet"),
    epoch: tagOf(EPOCH),
    position: head,
    extra: 0,
  });
  const all: readonly [{ after?: string; expected_epoch?: string }, unknown][] = [
    [{ after: cursorAt(head) }, 200],
    [{ after: cursorAt(floor) }, 200],
    [{ after: cursorAt(floor - 1) }, "410 cursor_too_old"],
    [{ after: cursorAt(floor - 1), expected_epoch: EPOCH }, "410 cursor_too_old"],
    [{ after: cursorAt(floor - 1), ...other }, "409 epoch_mismatch"],
    [{ after: cursorAt(head), ...other }, "409 epoch_mismatch"],
    [{ after: cursorAt(head), expected_epoch: "" }, "409 epoch_mismatch"],
    [{ after: cursorAt(1, { epoch: "before" }) }, "409 epoch_mismatch"],
    [{ after: cursorAt(1, { epoch: "before" }), expected_epoch: EPOCH }, "409 epoch_mismatch"],
    [{ after: cursorAt(99_999, { epoch: "before" }), expected_epoch: "before" }, "409 epoch_mismatch"],
    [{}, "400 invalid_cursor"],
    [other, "400 invalid_cursor"],
    [{ after: "" }, "400 invalid_cursor"],
    [{ after: "garbage", ...other }, "400 invalid_cursor"],
    [{ after: cursorAt(head + 1) }, "400 invalid_cursor"],
    [{ after: daemon, expected_epoch: EPOCH }, "400 invalid_cursor"],
    [{ after: `${cursorAt(head)}A` }, "400 invalid_cursor"],
  ];
  for (const [query, expected] of all) expect([query, await code(bench, query)]).toEqual([query, expected]);
});

test("C174 an answer is as the request accepts it, and `Last-Event-ID` goes on from a newer place", async () => {
  const bench = await fleetBench();
  const { cursor } = bench.fleet.stream;
  publish(bench, 5);
  const as = async (accept: string): Promise<TestExchange> => bench.follow({ after: cursor }, [["accept", accept]]);
  expect((await as("text/html;q=0.1")).status).toBe(200);
  const newer = await bench.follow({ after: cursor }, [["last-event-id", cursorAt(bench.fleet.stream.ring.head - 1)]]);
  expect(eventsIn(newer)).toHaveLength(1);
  const forged = await bench.follow({ after: cursor }, [["last-event-id", "forged"]]);
  expect(eventsIn(forged)).toHaveLength(5);
});

test("C178 the journal keeps 8,192 events and 32 MiB, for 299,999 ms and not for 300,000, also when nothing happens", async () => {
  const bench = await fleetBench();
  const { stream } = bench.fleet;
  publish(bench, 8_192);
  expect(await code(bench, { after: cursorAt(stream.ring.head - 8_192) })).toBe(200);
  publish(bench, 1);
  expect(await code(bench, { after: cursorAt(stream.ring.head - 8_193) })).toBe("410 cursor_too_old");
  bench.clock.pass(299_999);
  expect(await code(bench, { after: cursorAt(stream.ring.head - 8_192) })).toBe(200);
  bench.clock.pass(1);
  expect(await code(bench, { after: cursorAt(stream.ring.head - 1) })).toBe("410 cursor_too_old");
  expect(stream.ring.bytes).toBe(0);
  const small = new FleetStream(codec, EPOCH);
  publish({ fleet: { stream: small }, clock: bench.clock }, 2_000, 30_000);
  expect(small.ring.bytes).toBeLessThanOrEqual(limits.fleetBytes);
  expect(small.ring.bytes).toBeGreaterThan(limits.fleetBytes - limits.fleetRecordBytes);
});

test("C178 events that are too old go without a request, so that a quiet fleet holds none", async () => {
  const bench = await fleetBench();
  publish(bench, 10);
  await bench.pass(301_000);
  expect([bench.fleet.stream.ring.bytes, bench.fleet.stream.ring.head > 0]).toEqual([0, true]);
});

test("C182 the head is accepted after an hour without an event, and the next event comes to it", async () => {
  const bench = await fleetBench();
  publish(bench, 3);
  const { cursor } = bench.fleet.stream;
  bench.clock.pass(3_600_000);
  const reader = await bench.follow({ after: cursor });
  publish(bench, 1);
  await bench.settle();
  expect([reader.status, eventsIn(reader).length]).toEqual([200, 1]);
});

test("C183 a quiet fleet: the interval first, then 4 heartbeats in 60 s, each with the cursor", async () => {
  const bench = await fleetBench();
  const { cursor } = bench.fleet.stream;
  const reader = await bench.follow({ after: cursor });
  expect(kindsIn(reader)).toEqual(["heartbeat"]);
  await bench.pass(14_999);
  expect(kindsIn(reader)).toHaveLength(1);
  await bench.pass(1);
  expect(kindsIn(reader)).toHaveLength(2);
  await bench.pass(45_000);
  expect(kindsIn(reader)).toEqual(new Array(5).fill("heartbeat"));
  for (const message of messagesOf(reader))
    expect(message).toMatchObject({ cursor, fleet_epoch: EPOCH, interval_seconds: 15 });
});

test("C183 events do not put a heartbeat off: 4 in 60 s on a fleet that is never quiet", async () => {
  const bench = await fleetBench();
  const reader = await bench.follow({ after: bench.fleet.stream.cursor });
  for (let each = 0; each < 60; each += 1) {
    publish(bench, 1);
    await bench.pass(1000);
  }
  expect(kindsIn(reader).filter((kind) => kind === "heartbeat")).toHaveLength(5);
  expect(eventsIn(reader)).toHaveLength(60);
});

test("C188 a thousand readers get every event and every heartbeat in its second", async () => {
  const bench = await fleetBench();
  const { cursor } = bench.fleet.stream;
  const readers: TestExchange[] = [];
  for (let each = 0; each < 1000; each += 1) readers.push(await bench.follow({ after: cursor }));
  publish(bench, 3);
  await bench.pass(15_000);
  const [first] = readers;
  expect(first && kindsIn(first)).toEqual(["heartbeat", "frame", "heartbeat"]);
  expect(new Set(readers.map(({ text }) => text)).size).toBe(1);
  await bench.pass(15_000);
  expect(readers.every((reader) => kindsIn(reader).filter((kind) => kind === "heartbeat").length === 3)).toBe(true);
  for (const reader of readers) reader.leave();
});

test("C187 a frame has at most 256 events and 2 MiB", async () => {
  const bench = await fleetBench();
  const { cursor } = bench.fleet.stream;
  publish(bench, 257);
  publish(bench, 200, 20_000);
  const reader = await bench.follow({ after: cursor });
  const frames = reader.text.split("\n").filter((line) => line.includes('"frame"'));
  const counts = messagesOf(reader).flatMap((message) => (message.event === "frame" ? [message.records.length] : []));
  expect(counts[0]).toBe(256);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(457);
  for (const frame of frames) expect(Buffer.byteLength(frame) + 1).toBeLessThanOrEqual(limits.frameBytes);
  expect(messagesOf(reader).at(-1)).toMatchObject({
    event: "frame",
    caught_up: true,
    cursor: bench.fleet.stream.cursor,
  });
});

test("a reader that stalls is overtaken and gets `reset` when it goes on; one that takes nothing for a minute is cut off", async () => {
  const bench = await fleetBench();
  const [slow, dead] = [
    await bench.follow({ after: bench.fleet.stream.cursor }),
    await bench.follow({ after: bench.fleet.stream.cursor }),
  ];
  for (const reader of [slow, dead]) reader.isTaking = false;
  publish(bench, 1);
  await bench.settle();
  publish(bench, 9_000);
  slow.isTaking = true;
  await bench.pass(59_000);
  slow.drain();
  expect([messagesOf(slow).at(-1), slow.isEnded]).toEqual([
    { event: "reset", version: 1, code: "reset_required" },
    true,
  ]);
  expect(dead.isDestroyed).toBe(false);
  await bench.pass(1000);
  expect([dead.isDestroyed, eventsIn(dead).length]).toEqual([true, 1]);
});

test("a fleet that stops sends what it has announced and ends its streams; nothing is waited for after that", async () => {
  const bench = await fleetBench({}, (bench) => bench.run("s", "silent"));
  const reader = await bench.follow({ after: bench.fleet.stream.cursor });
  publish(bench, 2);
  expect(bench.open).toBe(1);
  await bench.fleet.stop();
  await bench.settle();
  expect([eventsIn(reader).length, reader.isEnded, bench.open, bench.clock.waiting]).toEqual([2, true, 0, 0]);
});
