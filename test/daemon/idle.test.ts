/** A daemon that is idle for the time of `--idle-timeout` stops in order, and no sooner (P-S87). */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import { gate, modelServer, type Script, saying } from "../model/server.js";
import { HandClock } from "../ports/hand-clock.js";
import { type Bench, running, SESSION, STATE, settled } from "./bench.js";

const TIMEOUT = 60_000;
const FINAL = `${STATE}/sessions-v1/${SESSION}/final.json`;

/** Whether the daemon serves after this time, in which nothing else happens. */
async function servesAfter(bench: Bench, ms: number): Promise<boolean> {
  bench.clock.pass(ms);
  await settled();
  return !bench.daemon.isStopping;
}

test("idle from the start: it serves until the last millisecond, then finalizes its session and logs why", async () => {
  const bench = await running({ idleTimeout: TIMEOUT });
  expect(await servesAfter(bench, TIMEOUT - 1)).toBe(true);
  expect(await servesAfter(bench, 1)).toBe(false);
  await bench.daemon.stopped;
  expect([...bench.disk.image().keys()]).toContain(FINAL);
  expect(bench.log.join("")).toMatch(
    /idle for the time of `--idle-timeout`, and therefore stopping seconds=60\n.*stopped\n$/s,
  );
});

test("without the option it never stops by itself", async () => {
  const bench = await running();
  expect(await servesAfter(bench, 365 * 86_400_000)).toBe(true);
});

test("a time that no timer of the system takes at once", async () => {
  const longest = 2 ** 31 - 1;
  const clock = new HandClock();
  const after = clock.after.bind(clock);
  clock.after = (ms, run) => {
    expect(ms).toBeLessThanOrEqual(longest);
    return after(ms, run);
  };
  const bench = await running({ idleTimeout: 3 * longest, host: { clock } });
  clock.pass(3 * longest - 1);
  expect(bench.daemon.isStopping).toBe(false);
  clock.pass(1);
  expect(bench.daemon.isStopping).toBe(true);
});

test("a request with the token begins the time anew when it is answered; the summary and strangers do not", async () => {
  const bench = await running({ idleTimeout: TIMEOUT });
  bench.clock.pass(TIMEOUT - 1);
  expect((await bench.get("/health")).status).toBe(200);
  expect(await servesAfter(bench, TIMEOUT - 1)).toBe(true);
  expect((await bench.get("/sync/summary")).status).toBe(200);
  expect((await bench.get("/health", { headers: [["authorization", "Bearer nothing"]] })).status).toBe(401);
  expect(await servesAfter(bench, 1)).toBe(false);
});

test("a request whose body is slow is under way, for as long as it takes", async () => {
  const bench = await running({ idleTimeout: TIMEOUT });
  const go = gate();
  const sent = bench.send("/turn/cancel", { method: "POST", body: go.passed.then(() => "{}") });
  expect(await servesAfter(bench, 10 * TIMEOUT)).toBe(true);
  go.open();
  await sent.until(({ isEnded }) => isEnded);
  expect(await servesAfter(bench, TIMEOUT - 1)).toBe(true);
  expect(await servesAfter(bench, 1)).toBe(false);
});

test("an open stream keeps it, and the time begins when its reader leaves", async () => {
  const bench = await running({ idleTimeout: TIMEOUT });
  const stream = await bench.follow();
  await stream.until(({ messages }) => messages.length > 0);
  expect(await servesAfter(bench, 10 * TIMEOUT)).toBe(true);
  bench.clock.pass(TIMEOUT / 2);
  stream.leave();
  expect(await servesAfter(bench, TIMEOUT - 1)).toBe(true);
  expect(await servesAfter(bench, 1)).toBe(false);
});

test("a turn keeps it though no client is there, and the time begins with its end", async () => {
  const go = gate();
  const script: Script = async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await go.passed;
    await saying("late")({ ...one, head: () => {} });
  };
  const server = await modelServer(script);
  const config = single(`${server.url}/v1`, "", "", "provider_stream_idle_timeout_secs: 100000");
  const bench = await running({ config, idleTimeout: TIMEOUT });
  const { prompt_id } = (await bench.post("/prompt", { content: "hello" })).json<{ prompt_id: string }>();
  expect(await servesAfter(bench, 3 * TIMEOUT)).toBe(true);
  go.open();
  while ((await bench.get("/sync/summary")).json<{ busy: boolean }>().busy) await settled(1);
  expect(await servesAfter(bench, TIMEOUT - 1)).toBe(true);
  expect((await bench.history()).at(-1)).toMatchObject({ prompt_id, text: "late" });
  expect(await servesAfter(bench, TIMEOUT)).toBe(false);
});

test("readers that are connected hear why it stops", async () => {
  const bench = await running({ idleTimeout: TIMEOUT });
  const { cursor } = await bench.sync();
  const again = bench.daemon;
  bench.clock.pass(TIMEOUT);
  const stream = await bench.follow(cursor);
  await again.stopped;
  expect(stream.records).toMatchObject([{ kind: "session_stopping", reason: "idle" }]);
});

test("an input that waits keeps it, though the disk refuses its turn", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.closed;
  });
  const bench = await running({ config: single(`${server.url}/v1`), idleTimeout: TIMEOUT });
  await bench.post("/prompt", { content: "first" });
  expect((await bench.post("/turn/input", { content: "second" })).status).toBe(202);
  bench.disk.decide = ({ path }) => (path.includes("/log/") ? "full" : undefined);
  await bench.post("/turn/cancel");
  const summary = async () =>
    (await bench.get("/sync/summary")).json<{ readonly busy: boolean; readonly queue_length: number }>();
  while ((await summary()).busy) await settled(1);
  await settled();
  expect(await summary()).toMatchObject({ busy: false, queue_length: 1 });
  expect(await servesAfter(bench, 3 * TIMEOUT)).toBe(true);
  bench.disk.decide = () => undefined;
  expect((await bench.delete("/turn/input/newest")).json()).toMatchObject({ status: "dequeued" });
  expect(await servesAfter(bench, TIMEOUT - 1)).toBe(true);
  expect(await servesAfter(bench, 1)).toBe(false);
});
