/** `GET /events` without `after`: the legacy stream, live only (spec 6, P-S12, P-S67). */
import { expect, test } from "vitest";
import { SessionJournal } from "../../src/agent/session/daemon/journal.js";
import { legacyFeed } from "../../src/agent/wire/core/legacy.js";
import { TokenCodec } from "../../src/agent/wire/protocol/token.js";
import { Readers } from "../../src/agent/wire/server/readers.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { ClientOperationResultV1, LegacyMessage, ProtocolError } from "../../src/generated/protocol/types.js";
import { isLegacyMessage } from "../../src/generated/protocol/validators.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { NEW, open } from "../store/bench.js";
import { type Bench, running, settled } from "./bench.js";
import { TestExchange } from "./exchange.js";
import { contextOf } from "./operation.js";
import { AUTHORIZED, Wire, wired } from "./wire.js";

const LINES = [["accept", "application/x-ndjson"]] as const;

/** The messages of a stream of lines so far, each of which fits the contract. */
function told({ text }: TestExchange): readonly LegacyMessage[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    const message: unknown = JSON.parse(line);
    return isLegacyMessage(message) ? [message] : expect.unreachable(line);
  });
}

function legacy(bench: Bench): TestExchange {
  return bench.send("/events", { headers: LINES });
}

test("C284 each record is one message with a number and no cursor, from now on", async () => {
  const bench = await running();
  await bench.turn("before");
  const [first, follower] = [legacy(bench), await bench.follow()];
  await settled();
  expect([first.status, first.text]).toEqual([200, ""]);
  await bench.turn("three blind mice");
  await settled();
  const messages = told(first);
  const { records } = follower;
  expect(messages.map(({ event }) => event)).toEqual(
    records.map(({ version: _, kind, daemon_epoch: __, cursor: ___, at: ____, ...fields }) => ({
      type: kind,
      ...fields,
    })),
  );
  expect(messages.map(({ emitted_at, session_id }) => [emitted_at, session_id])).toEqual(
    records.map(({ at }) => [at, "session-1"]),
  );
  const begin = messages[0]?.seq ?? 0;
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => begin + index));
  expect(first.text).not.toContain("cursor");
  // A reader that comes later has the same numbers.
  const second = legacy(bench);
  await bench.turn("again");
  await settled();
  expect(told(second)).toEqual(told(first).slice(messages.length));
});

test("C284 as server-sent events: the number is the id, and there is no name", async () => {
  const { bench, port } = await wired();
  await bench.turn("before");
  const wire = new Wire(port);
  await wire.write(`GET /events HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await wire.heard("text/event-stream");
  const lines = legacy(bench);
  await bench.turn("three blind mice");
  await wire.heard('"type":"turn_finished"');
  await wire.heard(/\n\n\r?\n?/);
  await settled();
  const messages = [...wire.text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data = ""]) => {
    const message = JSON.parse(data) as LegacyMessage;
    expect(id).toBe(String(message.seq));
    return message;
  });
  expect(messages).toEqual(told(lines));
  expect(wire.text).not.toMatch(/^event:/m);
});

test("C284 a record keeps its operation", async () => {
  const bench = await running();
  const stream = legacy(bench);
  const operation_context = await contextOf(bench);
  await bench.turn("x", { operation_context });
  await settled();
  const { operation, window } = operation_context;
  const about = { operation: { operation, window_id: window } };
  const started = told(stream).find(({ event }) => event.type === "turn_started");
  expect(started?.event).toMatchObject(about);
  const results = told(stream).flatMap(({ event }) =>
    event.type === "operation_updated" ? [(event as { readonly result?: ClientOperationResultV1 }).result?.status] : [],
  );
  expect(results).toEqual(["admitted", "in_progress", "completed"]);
});

test("C284 a heartbeat comes after 10 s of quiet, not first, and then every 10 s", async () => {
  const bench = await running();
  await bench.turn("before");
  const stream = legacy(bench);
  await settled();
  bench.clock.pass(limits.legacyHeartbeat - 1);
  expect(stream.text).toBe("");
  bench.clock.pass(1);
  const at = new Date(bench.clock.now()).toISOString();
  const [heartbeat] = told(stream);
  expect(heartbeat).toMatchObject({ emitted_at: at, session_id: "session-1", event: { type: "heartbeat" } });
  await bench.turn("more");
  await settled();
  const count = told(stream).length;
  expect(told(stream)[1]?.seq).toBe((heartbeat?.seq ?? 0) + 1);
  bench.clock.pass(limits.legacyHeartbeat);
  bench.clock.pass(limits.legacyHeartbeat);
  expect(
    told(stream)
      .slice(count)
      .map(({ event }) => event.type),
  ).toEqual(["heartbeat", "heartbeat"]);
  expect(told(stream).at(-1)?.seq).toBe(told(stream)[count - 1]?.seq);
});

test("C284 `Last-Event-ID` is ignored, an empty `after` is no cursor, and other types are refused", async () => {
  const bench = await running();
  const { cursor } = await bench.sync();
  await bench.turn("before");
  for (const last of [cursor, "0", "1", "nonsense"]) {
    const stream = bench.send("/events", { headers: [...LINES, ["last-event-id", last]] });
    await settled();
    expect([stream.status, stream.text]).toEqual([200, ""]);
    stream.leave();
  }
  for (const path of ["/events?after=", "/events?after"]) {
    const answer = await bench.get(path);
    expect([answer.status, answer.json<ProtocolError>().code]).toEqual([400, "invalid_cursor"]);
  }
  expect((await bench.get("/events", { headers: [["accept", "image/png"]] })).status).toBe(406);
  expect((await bench.get("/events", { headers: [["authorization", "Bearer no"]] })).status).toBe(401);
});

test("C284 a reader that is overtaken gets what it had, and then the end", async () => {
  const clock = new HandClock();
  const random = seededRandom(1);
  const store = await open(new Disk(1), NEW);
  const codec = new TokenCodec(random.bytes(32));
  const session = new SessionJournal(
    store,
    { epoch: "e".repeat(32), codec, begins: { model: null, facet: null, permissionMonitor: "standard" } },
    { clock, random },
  );
  const readers = new Readers(session, clock);
  const feed = legacyFeed(session.stream, "session-1");
  const [slow, quick] = [new TestExchange("/events"), new TestExchange("/events")];
  for (const one of [slow, quick]) readers.add(one, feed, "ndjson", 0);
  const say = (title: string): void => {
    session.publish({ kind: "session_changed", title });
    clock.pass(0);
  };
  say("first");
  slow.isTaking = false;
  for (let each = 0; each < 20; each += 1) say(`${each}`);
  // It takes again in time, and goes on where it was.
  slow.isTaking = true;
  slow.drain();
  expect(told(slow)).toEqual(told(quick));
  slow.isTaking = false;
  for (let each = 0; each < limits.ringRecords + 10; each += 1)
    session.publish({ kind: "session_changed", title: "x" });
  clock.pass(0);
  slow.isTaking = true;
  slow.drain();
  expect([slow.isEnded, quick.isEnded]).toEqual([true, true]);
  expect(told(slow)).toHaveLength(21);
});

test("C284 a reader that takes nothing for a minute is cut off, and nothing of a reader stays", async () => {
  const bench = await running();
  await settled();
  const waiting = bench.clock.waiting;
  const [slow, other] = [legacy(bench), legacy(bench)];
  slow.isTaking = false;
  await bench.turn("x");
  await settled();
  bench.clock.pass(limits.blockedReader);
  expect([slow.isDestroyed, other.isDestroyed]).toEqual([true, false]);
  other.leave();
  await settled();
  expect([bench.clock.waiting, other.listeners]).toEqual([waiting, 0]);
});

test("C284 the stream ends with the daemon, and says so before", async () => {
  const bench = await running();
  const stream = legacy(bench);
  await settled();
  await bench.daemon.stop("terminate");
  expect([stream.isEnded, told(stream).at(-1)?.event]).toEqual([
    true,
    { type: "session_stopping", reason: "terminate" },
  ]);
});
