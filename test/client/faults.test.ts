/** Following a real daemon over real sockets through the fault proxy: every record comes once and in order, whatever the network does. */
import { expect, onTestFinished, test } from "vitest";
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import type { FetchLike } from "../../src/agent/machine/interfaces/fetch.js";
import { webFetch } from "../../src/agent/machine/interfaces/web.js";
import { daemon, type SyncRecordV1 } from "../../src/agent/wire/client/index.js";
import { whenever } from "../agent/process.js";
import { type Bench, settled, TOKEN } from "../daemon/bench.js";
import { wired } from "../daemon/wire.js";
import { type Faults, faultProxy } from "../faults/proxy.js";
import { seededRandom } from "../ports/chance.js";
import { HandClock } from "../ports/hand-clock.js";

/** Waits of less than a heartbeat are over at once; longer ones end when the test says so. */
function hasty(clock: HandClock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, run) => clock.after(ms < 10_000 ? 0 : ms, run),
  };
}

/** The global `fetch`, each request over a connection of its own. It opens more than it uses, and closes those after some seconds. */
const closing: FetchLike = (url, init) => webFetch(url, { ...init, headers: { ...init.headers, connection: "close" } });

async function proxied(faults: (connection: number) => Faults, seed = 1, fetch = closing) {
  const { bench, url } = await wired();
  const proxy = await faultProxy({ target: url, seed, faults });
  onTestFinished(() => proxy.close());
  const ending = new AbortController();
  const clock = new HandClock();
  const records: SyncRecordV1[] = [];
  let snapshots = 0;
  const timing = { clock: hasty(clock), random: seededRandom(1) };
  const client = daemon({ url: proxy.url, token: TOKEN }, { ...timing, fetch });
  const over = client.follow({
    from: "now",
    signal: ending.signal,
    apply: (change) => {
      if (change.kind === "snapshot") snapshots += 1;
      else if (change.record !== undefined) records.push(change.record);
    },
  });
  return { bench, proxy, client, records, clock, over, snapshots: () => snapshots, stop: () => ending.abort() };
}

const endsOf = (records: readonly SyncRecordV1[]): number =>
  records.filter(({ kind }) => kind === "turn_finished").length;

async function turns(bench: Bench, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await bench.turn(`turn ${turn}: three blind mice`);
}

test("C049 slices of one byte: every record comes once and in order", async () => {
  const one = await proxied(() => ({ slice: 1 }));
  const whole = await one.bench.follow();
  await whenever(() => one.snapshots() === 1);
  await one.bench.turn("drei blinde Mäuse 🐁");
  await whenever(() => endsOf(one.records) === 1);
  expect(one.records).toEqual(whole.records);
  one.stop();
  await one.over;
  await whenever(() => one.proxy.asking() === 0);
});

test("C081 C077 connections that are cut in the middle of an answer: every record comes once and in order", async () => {
  // The snapshot is longer than the first cuts, and of a stream a message gets through only now and then.
  const one = await proxied((connection) =>
    connection % 4 === 0 ? {} : { stop: { how: "cut", after: connection * 150 } },
  );
  const whole = await one.bench.follow();
  await whenever(() => one.snapshots() === 1);
  await turns(one.bench, 4);
  await whenever(() => endsOf(one.records) === 4);
  expect(one.records).toEqual(whole.records);
  expect(one.proxy.accepted()).toBeGreaterThan(4);
  one.stop();
  await one.over;
  await whenever(() => one.proxy.asking() === 0);
});

test("C279 a black hole: after three missed heartbeats the stream is opened again, and nothing is lost", async () => {
  const one = await proxied((connection) => (connection === 2 ? { stop: { how: "hold", after: 1500 } } : {}));
  const whole = await one.bench.follow();
  await whenever(() => one.proxy.accepted() === 2);
  await turns(one.bench, 2);
  await whenever(() => one.proxy.held() === 1);
  while (one.proxy.accepted() === 2) {
    one.clock.pass(45_000);
    await settled(5);
  }
  await whenever(() => endsOf(one.records) === 2);
  expect(one.records).toEqual(whole.records);
  expect(one.snapshots()).toBe(1);
  one.stop();
  await one.over;
  await whenever(() => one.proxy.asking() === 0);
});

test("C102 C088 prompts whose answers are lost are sent again, and each runs once", async () => {
  const one = await proxied(
    (connection) => (connection % 3 === 0 ? {} : { stop: { how: "cut", after: "random" } }),
    7,
    webFetch,
  );
  const prompts = Array.from({ length: 5 }, (_, index) => `prompt ${index}`);
  for (const content of prompts) {
    const sent = await one.client.prompt({ content });
    expect(await sent.ended()).toBe("completed");
  }
  const asked = (await one.bench.history()).filter(({ kind }) => kind === "user_message");
  expect(asked.map(({ text }) => text)).toEqual(prompts);
  expect(one.proxy.accepted()).toBeGreaterThan(prompts.length);
  one.stop();
  await one.over;
  await whenever(() => one.proxy.open() === 0);
});
