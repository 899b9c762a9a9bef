import { beforeEach, expect, test } from "vitest";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { SessionJournal } from "../../src/agent/session/daemon/journal.js";
import { syncFeed } from "../../src/agent/wire/core/feed.js";
import { TokenCodec } from "../../src/agent/wire/protocol/token.js";
import { Readers } from "../../src/agent/wire/server/readers.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { NEW, open } from "../store/bench.js";
import { TestExchange } from "./exchange.js";

/** Counts how often something was to wait for a moment that is not now. */
class CountingClock extends HandClock {
  waits = 0;

  override after(ms: number, run: () => void): () => void {
    if (ms > 0) this.waits += 1;
    return super.after(ms, run);
  }
}

let clock: CountingClock;
let session: SessionJournal;
let exchange: TestExchange;

beforeEach(async () => {
  clock = new CountingClock();
  const codec = new TokenCodec(new Uint8Array(32));
  const store = await open(new Disk(1), NEW);
  session = new SessionJournal(
    store,
    { epoch: "e".repeat(32), codec, begins: { model: null, facet: null, permissionMonitor: "standard" } },
    { clock, random: nodeRandom },
  );
  exchange = new TestExchange("/events");
  new Readers(session, clock).add(exchange, syncFeed(session.stream), "ndjson", 0);
});

const heard = (from: number) => exchange.messages.slice(from).map(({ event }) => event);

function announce(): void {
  session.publish({ kind: "session_changed", title: "another" });
}

test("P-S11 a reader waits by one timer, however many frames it gets, and hears 15 s after the last one", () => {
  for (let each = 0; each < 100; each += 1) {
    announce();
    clock.pass(10);
  }
  expect(clock).toMatchObject({ waits: 1, waiting: 1 });
  expect(heard(1)).toEqual(Array.from({ length: 100 }, () => "frame"));
  clock.pass(14_989);
  expect(heard(101)).toEqual([]);
  clock.pass(1);
  expect(heard(101)).toEqual(["heartbeat"]);
  clock.pass(15_000);
  expect(heard(102)).toEqual(["heartbeat"]);
  expect(clock.waiting).toBe(1);
});

test("P-S11 who takes again hears at once when that is due, and from then on every 15 s", () => {
  clock.pass(10_000);
  exchange.isTaking = false;
  announce();
  clock.pass(20_000);
  exchange.isTaking = true;
  exchange.drain();
  expect(heard(1)).toEqual(["frame", "heartbeat"]);
  clock.pass(15_000);
  expect(heard(3)).toEqual(["heartbeat"]);
  expect(clock.waiting).toBe(1);
});
