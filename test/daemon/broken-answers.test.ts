/** Answers that break off after their beginning (spec 2.11, P-S102): the text so far is kept, the model goes on from it, and no call is run twice. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { HistoryItem, TurnFinished } from "../../src/generated/protocol/types.js";
import { ONCE, single } from "../model/asking.js";
import {
  calling,
  callOf,
  cutAfter,
  DONE,
  delta,
  event,
  finish,
  inTurn,
  type ModelServer,
  modelServer,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { type Bench, running, settled } from "./bench.js";
import { ended, retrying, type Talking } from "./retrying.js";

const isWait = ({ kind }: { readonly kind: string }): boolean => kind === "turn_waiting";

/** Lets each wait pass until the turn ends. */
async function endedAfterWaits({ bench, stream }: Talking, waits: number): Promise<TurnFinished> {
  for (let count = 1; count <= waits; count += 1) {
    await stream.until(({ records }) => records.filter(isWait).length >= count);
    bench.clock.pass(limits.retryUnasked);
  }
  const end = await ended(stream);
  expect(stream.records.filter(isWait)).toHaveLength(waits);
  return end;
}

const CONTINUE = "user: Continue from where you stopped.";

/** The messages of a request, without the system prompt. */
function messagesOf({ asked }: ModelServer, at = asked.length - 1): readonly string[] {
  const { messages } = JSON.parse(asked[at]?.body ?? "{}") as {
    messages: readonly { role: string; content: string | null; tool_calls?: readonly object[] }[];
  };
  return messages
    .filter(({ role }) => role !== "system")
    .map(({ role, content, tool_calls = [] }) => `${role}: ${content ?? ""}${tool_calls.length > 0 ? " +call" : ""}`);
}

const said = (items: readonly HistoryItem[]): readonly string[] =>
  items.map(({ kind, text = "", partial }) => `${kind}: ${text}${partial === true ? "…" : ""}`);

/** Pieces, and then nothing. */
const silentAfter =
  (...pieces: readonly string[]): Script =>
  async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) await one.send(piece);
    await one.closed;
  };

/** The beginning of a call, without its end. */
const HALF_CALL = event({
  choices: [
    {
      index: 0,
      delta: { tool_calls: [{ index: 0, id: "c", type: "function", function: { name: "nothing", arguments: '{"a' } }] },
    },
  ],
});

const BROKEN: readonly (readonly [name: string, script: Script])[] = [
  ["the connection breaks", cutAfter(delta("three bl"))],
  ["the connection breaks in the middle of a call", cutAfter(delta("three bl"), HALF_CALL)],
  ["it ends early", endingEarly("three bl")],
  [
    "the provider is overloaded",
    streaming(delta("three bl"), event({ error: { type: "overloaded_error", message: "Overloaded" } })),
  ],
  ["the rate is limited", streaming(delta("three bl"), event({ error: { code: 429, message: "slow" } }))],
];

function endingEarly(text: string): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta(text));
    one.end();
  };
}

test.each(BROKEN)("%s after some text: it is kept, and the model goes on from it", async (_, script) => {
  const all = await retrying(inTurn(script, saying("ind mice"), saying("fine")));
  const { bench, server } = all;
  await bench.post("/prompt", { content: "a rhyme" });
  expect(await endedAfterWaits(all, 1)).toMatchObject({ outcome: "completed", finish: "stop" });
  expect(said(await bench.history())).toEqual([
    "user_message: a rhyme",
    "assistant_message: three bl…",
    "assistant_message: ind mice",
  ]);
  expect(messagesOf(server)).toEqual(["user: a rhyme", "assistant: three bl", CONTINUE]);
  // The prompt is in that request alone.
  await bench.turn("and now?");
  expect(messagesOf(server)).toEqual(["user: a rhyme", "assistant: three blind mice", "user: and now?"]);
});

/** Lets the time of a limit pass as soon as the daemon has what was sent. */
async function passAfter({ bench, stream }: Talking, milliseconds: number): Promise<void> {
  await stream.until(({ records }) => records.some((record) => record.kind === "item_started"));
  await settled();
  bench.clock.pass(milliseconds);
}

test("C300 a stalled stream: its text is kept, and asked again with it", async () => {
  const all = await retrying(inTurn(silentAfter(delta("three bl")), saying("ind mice")), {
    daemon: "provider_stream_idle_timeout_secs: 7",
  });
  const { bench, server } = all;
  await bench.post("/prompt", { content: "a rhyme" });
  await passAfter(all, 6_999);
  await settled();
  expect(server.asked).toHaveLength(1);
  bench.clock.pass(1);
  expect(await endedAfterWaits(all, 1)).toMatchObject({ outcome: "completed" });
  expect(said(await bench.history())).toEqual([
    "user_message: a rhyme",
    "assistant_message: three bl…",
    "assistant_message: ind mice",
  ]);
  expect(messagesOf(server)).toEqual(["user: a rhyme", "assistant: three bl", CONTINUE]);
});

test("a stream that stalls before a word is asked again as it was", async () => {
  const all = await retrying(inTurn(silentAfter(": hello\n\n"), saying("done")), {
    daemon: "provider_stream_idle_timeout_secs: 7",
  });
  const { bench, server } = all;
  await bench.post("/prompt", { content: "go" });
  while (server.asked.length === 0) await settled(1);
  await settled();
  bench.clock.pass(7_000);
  expect(await endedAfterWaits(all, 1)).toMatchObject({ outcome: "completed" });
  expect(server.asked[1]?.body).toBe(server.asked[0]?.body);
});

test("a half call is dropped; the whole one of the next answer is run once", async () => {
  const scripts = [cutAfter(delta("I look. "), HALF_CALL), calling(callOf("nothing", {})), saying("done")];
  const all = await retrying(inTurn(...scripts));
  const { bench, server } = all;
  await bench.post("/prompt", { content: "go" });
  expect(await endedAfterWaits(all, 1)).toMatchObject({ outcome: "completed" });
  expect((await bench.history()).map(({ kind }) => kind)).toEqual([
    "user_message",
    "assistant_message",
    "tool_call",
    "tool_result",
    "assistant_message",
  ]);
  expect(messagesOf(server)).toEqual(["user: go", "assistant: I look.  +call", "tool: there is no tool of this name"]);
});

test("a credential that two parts of an answer would show together is in neither", async () => {
  const key = "canary-key-4711-0123456789";
  for (const at of [1, 2, 7, 12, key.length - 1]) {
    const server = await modelServer(
      inTurn(cutAfter(delta(`the key is ${key.slice(0, at)}`)), saying(`${key.slice(at)}, done`)),
    );
    const config = single(`${server.url}/v1`, `auth: { type: static_key, key: "${key}" }`).replace(ONCE, "retry: {}");
    const bench = await running({ config });
    const all = { bench, server, stream: await bench.follow() };
    await bench.post("/prompt", { content: "go" });
    expect(await endedAfterWaits(all, 1)).toMatchObject({ outcome: "completed" });
    const texts = (await bench.history())
      .filter(({ kind }) => kind === "assistant_message")
      .map(({ text = "" }) => text);
    expect(texts[0]).toMatch(/^the key is /);
    expect(texts.join("")).not.toContain(key);
    expect(all.stream.text).not.toContain(key);
    await bench.daemon.stop("terminate");
  }
});

test("the last part of an answer that breaks off is whole: nothing continues it", async () => {
  const key = "canary-key-4711-0123456789";
  const server = await modelServer(cutAfter(delta("the key is canary-k")));
  const bench = await running({ config: single(`${server.url}/v1`, `auth: { type: static_key, key: "${key}" }`) });
  await bench.turn("go");
  expect(said(await bench.history())).toContain("assistant_message: the key is canary-k…");
});

test("reasoning that breaks off is kept, and the request is made again as it was", async () => {
  const thought = event({ choices: [{ index: 0, delta: { reasoning_content: "let me see" } }] });
  const all = await retrying(inTurn(cutAfter(thought), saying("done")));
  const { bench, server } = all;
  await bench.post("/prompt", { content: "go" });
  expect(await endedAfterWaits(all, 1)).toMatchObject({ outcome: "completed" });
  expect(said(await bench.history())).toEqual([
    "user_message: go",
    "reasoning: let me see…",
    "assistant_message: done",
  ]);
  expect(server.asked[1]?.body).toBe(server.asked[0]?.body);
});

test("an answer that breaks off for ever ends after `max_retries` with all its text", async () => {
  const all = await retrying(inTurn(...["one ", "two ", "three "].map((text) => cutAfter(delta(text)))), {
    retry: "max_retries: 2",
  });
  const { bench, server } = all;
  await bench.post("/prompt", { content: "count" });
  expect(await endedAfterWaits(all, 2)).toMatchObject({
    outcome: "failed",
    error: { code: "provider_unreachable", message: expect.stringMatching(/; 3 attempts failed$/) },
  });
  expect(messagesOf(server)).toEqual(["user: count", "assistant: one two ", CONTINUE]);
  const texts = (await bench.history()).filter(({ kind }) => kind === "assistant_message");
  expect(said(texts)).toEqual(["assistant_message: one …", "assistant_message: two …", "assistant_message: three …"]);
});

test("with `max_retries: 0` an answer that breaks off fails its turn, and keeps its text", async () => {
  const { bench, server } = await retrying(cutAfter(delta("half")), { retry: "max_retries: 0" });
  expect((await bench.turn("go")).records.at(-1)).toMatchObject({ outcome: "failed" });
  expect(server.asked).toHaveLength(1);
  expect(said(await bench.history())).toContain("assistant_message: half…");
});

/** A stream that sends a piece for each second of the clock. */
function lasting(seconds: number, bench: () => Bench): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (let at = 0; at < seconds; at += 1) {
      await one.send(delta(`${at} `));
      await settled();
      bench().clock.pass(1_000);
    }
    await one.send(finish() + DONE);
    one.end();
  };
}

test.each(["", "max_retries: 0"])(
  "C301 a stream that lasts too long is cut, kept and continued (retry: %s)",
  async (retry) => {
    let found: Bench | undefined;
    const script = inTurn(
      lasting(100, () => found ?? expect.unreachable()),
      saying("and so on"),
    );
    const all = await retrying(script, { daemon: "provider_stream_max_lifetime_secs: 60", retry });
    found = all.bench;
    await found.post("/prompt", { content: "count" });
    // It is no failure: nothing is waited for, and no setting of retries ends it.
    expect(await endedAfterWaits(all, 0)).toMatchObject({ outcome: "completed", finish: "stop" });
    const [prompt, first, second] = await found.history();
    expect([prompt?.kind, first?.partial, second?.partial]).toEqual(["user_message", true, undefined]);
    expect(first?.text).toMatch(/^0 1 2 .* 5[89] $/);
    expect(second?.text).toBe("and so on");
    expect(messagesOf(all.server)).toEqual(["user: count", `assistant: ${first?.text}`, CONTINUE]);
  },
);

test("C301 0 never: a stream of an hour is whole; unset, it is cut after half of it", async () => {
  for (const [daemon, requests] of [
    ["provider_stream_max_lifetime_secs: 0", 1],
    ["", 2],
  ] as const) {
    let found: Bench | undefined;
    const hour: Script = async (one) => {
      one.head(200, { "content-type": "text/event-stream" });
      for (let at = 0; at < 60; at += 1) {
        await one.send(delta(`${at} `));
        await settled();
        found?.clock.pass(60_000);
      }
      await one.send(finish() + DONE);
      one.end();
    };
    const all = await retrying(inTurn(hour, saying("done")), { daemon });
    found = all.bench;
    await found.post("/prompt", { content: "count" });
    expect(await endedAfterWaits(all, 0)).toMatchObject({ outcome: "completed" });
    expect(all.server.asked).toHaveLength(requests);
  }
});

test("a stream that lasts too long again and again ends at some time", async () => {
  let asked = 0;
  let found: Bench | undefined;
  const script: Script = async (one) => {
    asked += 1;
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("more "));
    await settled(5);
    found?.clock.pass(60_000);
    await one.closed;
  };
  const all = await retrying(script, {
    daemon: "provider_stream_max_lifetime_secs: 60",
    retry: "max_retries: 0",
  });
  found = all.bench;
  await found.post("/prompt", { content: "count" });
  expect(await endedAfterWaits(all, 0)).toMatchObject({ outcome: "failed", error: { code: "provider_timeout" } });
  expect(asked).toBe(limits.providerContinuations + 1);
});
