/** A provider that fails for a while (spec 8, P-S31, P-S101): the turn waits as long as it says, tells it, and goes on; no call runs twice. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { Interrogative, SyncSummary } from "../../src/generated/protocol/types.js";
import { isSyncSnapshot, isSyncSummary } from "../../src/generated/protocol/validators.js";
import { ONCE, single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
  cutAfter,
  delta,
  event,
  inTurn,
  modelServer,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { noise, sent } from "./attached.js";
import { running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { ended, retrying, type Talking } from "./retrying.js";

const waitsIn = ({ records }: TestExchange) => records.filter((record) => record.kind === "turn_waiting");

async function waiting(stream: TestExchange, count = 1) {
  await stream.until(() => waitsIn(stream).length >= count);
  const wait = waitsIn(stream)[count - 1];
  if (wait === undefined) throw new Error("no wait");
  return wait;
}

async function asked({ server }: Talking, count: number): Promise<void> {
  while (server.asked.length < count) await settled(1);
}

async function question({ stream }: Talking): Promise<Interrogative> {
  const open = () =>
    stream.records.flatMap((record) => (record.kind === "interrogative_opened" ? [record.interrogative] : []));
  await stream.until(() => open().length > 0);
  return open()[0] as Interrogative;
}

const refused =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = "{}"): Script =>
  async (one) => {
    one.head(status, { "content-type": "application/json", ...headers });
    await one.send(body);
    one.end();
  };

/** What the bench's clock shows when it starts. */
const NOW = 1_800_000_000_000;

const OVERLOADED = event({ error: { type: "overloaded_error", message: "Overloaded" } });

test.each<readonly [string, Script, wait: number, why: string, of: number]>([
  ["429 with seconds", refused(429, { "retry-after": "7" }), 7_000, "limits the rate of requests", 4],
  ["429 with milliseconds", refused(429, { "retry-after-ms": "1500" }), 1_500, "limits the rate of requests", 4],
  [
    "429 with a date",
    refused(429, { "retry-after": new Date(NOW + 20_000).toUTCString() }),
    20_000,
    "limits the rate of requests",
    4,
  ],
  [
    "429 with the reset of a limit",
    refused(429, { "x-ratelimit-reset-tokens": "1m6s" }),
    66_000,
    "limits the rate of requests",
    4,
  ],
  ["429 without a hint", refused(429), 30_000, "limits the rate of requests", 7],
  ["503 with a hint", refused(503, { "retry-after": "3" }), 3_000, "answered with status 503", 4],
  ["529 with a hint", refused(529, { "retry-after": "3" }), 3_000, "is overloaded", 4],
  ["400 that shall be sent again", refused(400, { "x-should-retry": "true" }), 1_000, "answered with status 400", 4],
  ["a connection cut before the answer", (one) => one.cut(), 1_000, "cannot be reached", 4],
  ["a stream cut before a word", cutAfter(": hello\n\n"), 1_000, "broke", 4],
  ["an overload in an answer", streaming(OVERLOADED), 1_000, "is overloaded", 4],
])("%s: the turn waits, tells it, and goes on", async (_, script, wait, why, of) => {
  const all = await retrying(inTurn(script, saying("done")));
  const { bench, server, stream } = all;
  const timers = bench.clock.waiting;
  await bench.post("/prompt", { content: "go", prompt_id: "p" });
  const said = await waiting(stream);
  const until = Date.parse(said.until) - NOW;
  expect(said).toMatchObject({ prompt_id: "p", attempt: 2, of, why: expect.stringContaining(why) });
  // Chance shortens computed waits by a quarter at most.
  expect(until).toBeLessThanOrEqual(wait);
  expect(until).toBeGreaterThanOrEqual(wait === 1_000 ? 750 : wait);
  const snapshot = await bench.sync();
  expect(isSyncSnapshot(snapshot)).toBe(true);
  const { attempt } = said;
  expect(snapshot.turn.retry).toEqual({ until: said.until, attempt, of, why: said.why });
  const summary = (await bench.get("/sync/summary")).json<SyncSummary>();
  expect([isSyncSummary(summary), summary.retry]).toEqual([true, snapshot.turn.retry]);
  bench.clock.pass(until - 1);
  await settled();
  expect(server.asked).toHaveLength(1);
  bench.clock.pass(1);
  expect(await ended(stream)).toMatchObject({ outcome: "completed", finish: "stop" });
  expect(server.asked).toHaveLength(2);
  expect(server.asked[1]?.body).toBe(server.asked[0]?.body);
  expect((await bench.history()).map(({ kind, text }) => [kind, text])).toEqual([
    ["user_message", "go"],
    ["assistant_message", "done"],
  ]);
  expect((await bench.sync()).turn).not.toHaveProperty("retry");
  expect(bench.clock.waiting).toBeLessThanOrEqual(timers);
});

test.each<readonly [string, Script, code: string]>([
  ["400", refused(400), "provider_error"],
  ["401", refused(401), "provider_error"],
  ["402", refused(402), "provider_quota"],
  ["404", refused(404), "provider_error"],
  [
    "429 without credit",
    refused(429, { "retry-after": "7" }, '{"error":{"code":"insufficient_quota"}}'),
    "provider_quota",
  ],
  ["429 that says no", refused(429, { "x-should-retry": "false" }), "provider_rate_limited"],
  ["a text that is no answer", answerOf(200, "<html>"), "provider_error"],
  ["a mistake in an answer", streaming(event({ error: { type: "invalid_request_error" } })), "provider_error"],
])("%s is not asked again", async (_, script, code) => {
  const { bench, server } = await retrying(script);
  const { records } = await bench.turn("go");
  expect(records.map(({ kind }) => kind)).not.toContain("turn_waiting");
  expect(records.at(-1)).toMatchObject({ outcome: "failed", error: { code } });
  expect(server.asked).toHaveLength(1);
});

test("`max_retries: 0` disables all of them", async () => {
  for (const script of [refused(429, { "retry-after": "1" }), refused(429), refused(503), cutAfter(delta("a"))]) {
    const { bench, server } = await retrying(script, { retry: "max_retries: 0" });
    const { records } = await bench.turn("go");
    expect(records.at(-1)).toMatchObject({ outcome: "failed" });
    expect(server.asked).toHaveLength(1);
  }
});

test("429 for ever ends after `max_retries`, and the message counts the attempts", async () => {
  const all = await retrying(refused(429, { "retry-after": "5" }, '{"error":{"message":"slow down"}}'), {
    retry: "max_retries: 2",
  });
  const { bench, server, stream } = all;
  await bench.post("/prompt", { content: "go" });
  for (const count of [1, 2]) {
    const { attempt, of } = await waiting(stream, count);
    expect([attempt, of]).toEqual([count + 1, 3]);
    bench.clock.pass(5_000);
  }
  expect(await ended(stream)).toMatchObject({
    outcome: "failed",
    error: {
      code: "provider_rate_limited",
      message: "the provider `lab` answered with status 429; 3 attempts failed",
      provider_message: "slow down",
      retry_after_seconds: 5,
    },
  });
  expect(server.asked).toHaveLength(3);
  expect(bench.log.filter((line) => line.includes("is made again"))).toHaveLength(2);
});

test("a clock that is set to another time changes no wait", async () => {
  const all = await retrying(inTurn(refused(429, { "retry-after": "60" }), saying("done")));
  const { bench, server, stream } = all;
  await bench.post("/prompt", { content: "go" });
  await waiting(stream);
  for (const jump of [86_400_000, -2 * 86_400_000]) {
    bench.clock.jump(jump);
    bench.clock.pass(29_000);
    await settled();
    expect(server.asked).toHaveLength(1);
  }
  bench.clock.pass(2_000);
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
});

test.each<readonly [string, Script, isLong: boolean]>([
  ["a hint", refused(429, { "retry-after": "60" }), false],
  ["a computed wait", refused(503), false],
  ["a long one, and its question", refused(429, { "retry-after": "3600" }), true],
  ["one after half an answer", cutAfter(delta("half")), false],
])("a turn is cancelled during %s: it ends at once, and nothing waits on", async (_, script, isLong) => {
  const all = await retrying(script);
  const { bench, server, stream } = all;
  const timers = bench.clock.waiting;
  await bench.post("/prompt", { content: "go" });
  await waiting(stream);
  if (isLong) await question(all);
  expect((await bench.post("/turn/cancel")).status).toBe(202);
  const end = await ended(stream);
  expect(end).toMatchObject({ outcome: "cancelled" });
  expect(end).not.toHaveProperty("error");
  expect(server.asked).toHaveLength(1);
  expect((await bench.sync()).interrogatives).toEqual([]);
  expect((await bench.sync()).turn).not.toHaveProperty("retry");
  expect(bench.clock.waiting).toBeLessThanOrEqual(timers);
  // The next prompt is sent at once: the wait has gone with its turn.
  server.answer(saying("done"));
  expect((await bench.turn("again")).records.at(-1)).toMatchObject({ outcome: "completed" });
});

const HOUR = 3_600_000;

test("a person decides about a long wait: it is asked, and ends as it should", async () => {
  const all = await retrying(inTurn(refused(429, { "retry-after": "3600" }), saying("done")));
  const { bench, server, stream } = all;
  await bench.post("/prompt", { content: "go" });
  const { id, kind, text, choices } = await question(all);
  expect([kind, choices]).toEqual(["question", ["wait", "give up"]]);
  expect(text).toBe("The provider `lab` limits the rate of requests. Wait 60 minutes, until 2027-01-15 09:00 UTC?");
  expect((await bench.sync()).turn).toMatchObject({ state: "awaiting_input", retry: { attempt: 2 } });
  const answer = { kind: "clarification_choice", choice: "wait" };
  expect((await bench.post(`/interrogative/${id}/respond`, answer)).status).toBe(200);
  bench.clock.pass(HOUR - 1);
  await settled();
  expect(server.asked).toHaveLength(1);
  bench.clock.pass(1);
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
});

test.each([
  [301, "Wait 6 minutes, until 2027-01-15 08:05 UTC?"],
  [7199, "Wait 120 minutes, until 2027-01-15 09:59 UTC?"],
  [7201, "Wait 3 hours, until 2027-01-15 10:00 UTC?"],
  [172_799, "Wait 48 hours, until 2027-01-17 07:59 UTC?"],
  [999_999_999, "Wait 3650 days, until 2037-01-12 08:00 UTC?"],
])("the question about a wait of %i seconds", async (seconds, text) => {
  const all = await retrying(refused(429, { "retry-after": String(seconds) }));
  await all.bench.post("/prompt", { content: "go" });
  expect((await question(all)).text).toBe(`The provider \`lab\` limits the rate of requests. ${text}`);
});

test("an error about the image of a prompt waits for nothing: the request is made again without it", async () => {
  const refusal = refused(500, {}, '{"error":{"message":"image input is not supported"}}');
  const server = await modelServer(inTurn(refusal, saying("done")));
  const config = single(`${server.url}/v1`, "", "supports_vision: true").replace(ONCE, "retry: {}");
  const bench = await running({ config });
  const { records } = await bench.turn("look", { attachments: [sent(noise(64), "image/png")] });
  expect(records.map(({ kind }) => kind)).not.toContain("turn_waiting");
  expect(records.at(-1)).toMatchObject({ outcome: "completed" });
  expect(server.asked.map(({ body }) => body.includes("image_url"))).toEqual([true, false]);
});

test.each([{ kind: "clarification_choice", choice: "give up" }, { kind: "cancel" }])(
  "the answer %j ends the turn, and its message says when the provider can be asked",
  async (answer) => {
    const all = await retrying(refused(429, { "retry-after": "3600" }));
    const { bench, server, stream } = all;
    await bench.post("/prompt", { content: "go" });
    const { id } = await question(all);
    const before = bench.clock.waiting;
    expect((await bench.post(`/interrogative/${id}/respond`, answer)).status).toBe(200);
    expect(await ended(stream)).toMatchObject({
      outcome: "failed",
      error: {
        code: "provider_rate_limited",
        message: "the provider `lab` answered with status 429; it can be asked again at 2027-01-15T09:00:00Z",
      },
    });
    expect(server.asked).toHaveLength(1);
    expect(bench.clock.waiting).toBeLessThan(before);
  },
);

test("a question that nobody answers ends with the wait, and the turn goes on", async () => {
  const all = await retrying(inTurn(refused(429, { "retry-after": "3600" }), saying("done")));
  const { bench, stream } = all;
  await bench.post("/prompt", { content: "go" });
  const { id } = await question(all);
  bench.clock.pass(HOUR);
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(stream.records).toContainEqual(
    expect.objectContaining({ kind: "interrogative_resolved", id, resolution: "expired" }),
  );
});

test("five minutes are waited without a question", async () => {
  const seconds = limits.retryUnasked / 1000;
  const all = await retrying(inTurn(refused(429, { "retry-after": String(seconds) }), saying("done")));
  const { bench, stream } = all;
  await bench.post("/prompt", { content: "go" });
  await waiting(stream);
  bench.clock.pass(limits.retryUnasked);
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(stream.records.map(({ kind }) => kind)).not.toContain("interrogative_opened");
});

test("a call runs once, however often the request after it fails", async () => {
  const scripts = [calling(callOf("nothing", {})), refused(503), cutAfter(), refused(429, { "retry-after": "2" })];
  const all = await retrying(inTurn(...scripts, saying("done")));
  const { bench, server, stream } = all;
  await bench.post("/prompt", { content: "go" });
  for (const count of [1, 2, 3]) {
    await waiting(stream, count);
    bench.clock.pass(4_000);
  }
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect(server.asked).toHaveLength(5);
  const kinds = (await bench.history()).map(({ kind }) => kind);
  expect(kinds).toEqual(["user_message", "tool_call", "tool_result", "assistant_message"]);
});

test("the model that judges a call waits as well, and its turn tells it", async () => {
  const verdict = calling(callOf("verdict", { allow: true, reason: "fine" }));
  const shell = calling(callOf("shell", { command: "echo hello" }));
  const scripts = [shell, refused(429, { "retry-after": "9" }), verdict, saying("done")];
  const server = await modelServer(inTurn(...scripts));
  const config = single(`${server.url}/v1`).replace(ONCE, "retry: {}");
  const judged = `${config}default_permission_matcher: autonomous\nautonomous_permission_matcher: { classifier_model: m }\n`;
  const bench = await running({ config: judged });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "go", prompt_id: "p" });
  expect(await waiting(stream)).toMatchObject({ prompt_id: "p", attempt: 2 });
  bench.clock.pass(9_000);
  expect(await ended(stream)).toMatchObject({ outcome: "completed" });
  expect((await bench.history()).find(({ kind }) => kind === "tool_result")?.text).toContain("hello");
});

test("a daemon that stops does not wait", async () => {
  const all = await retrying(refused(429, { "retry-after": "3600" }));
  await all.bench.post("/prompt", { content: "go" });
  await question(all);
  await all.bench.daemon.stop("terminate");
  await asked(all, 1);
  expect(await ended(all.stream)).toMatchObject({ outcome: "cancelled" });
});
