/** What a provider tells of a failure beside its status: how long to wait, its name for the request, and its words without our credentials. */
import { expect, test } from "vitest";
import type { AskOptions } from "../../src/agent/session/model/ask.js";
import { ask } from "../../src/agent/session/model/ask.js";
import { ModelFailure } from "../../src/agent/session/model/failure.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { isTurnError } from "../../src/generated/protocol/validators.js";
import { hiderOf } from "../../src/provider/hide.js";
import { settled } from "../daemon/bench.js";
import { HandClock } from "../ports/hand-clock.js";
import { asking, configOf, HELLO, heard, single, targetIn } from "./asking.js";
import { answerOf, DONE, delta, event, finish, modelServer, type Script, streaming } from "./server.js";

const withHeaders =
  (status: number, headers: Readonly<Record<string, string>>, body = "{}"): Script =>
  async (one) => {
    one.head(status, headers);
    await one.send(body);
    one.end();
  };

const KEY = "sk-canary/4711+x";

async function failureOf(script: Script, more: Partial<AskOptions> = {}): Promise<ModelFailure> {
  const server = await modelServer(script);
  const provider = `auth: { type: static_key, key: "${KEY}" }, headers: { X-Token: "canary-header-4712" }`;
  const target = targetIn(await configOf(single(`${server.url}/v1?api=canary-query-4713`, provider)));
  try {
    for await (const _ of ask(target, HELLO, asking(more)));
  } catch (error) {
    if (error instanceof ModelFailure) return error;
  }
  throw new Error("it did not fail");
}

test("a 429 that asks to wait says so to clients", async () => {
  const { error } = await failureOf(withHeaders(429, { "retry-after": "12" }));
  expect(error).toMatchObject({ code: "provider_rate_limited", status: 429, retry_after_seconds: 12 });
  expect(isTurnError(error)).toBe(true);
  expect((await failureOf(withHeaders(503, { "Retry-After": "3" }))).error.retry_after_seconds).toBe(3);
  expect((await failureOf(withHeaders(500, {}))).error).not.toHaveProperty("retry_after_seconds");
});

test.each([
  ["x-request-id", "req_1", "req_1"],
  ["Request-Id", "req_2", "req_2"],
  ["cf-ray", "8f-FRA", "8f-FRA"],
  ["x-request-id", "two words", undefined],
  ["x-request-id", "x".repeat(129), undefined],
  ["x-request-id", `id-${KEY}`, "id-[redacted]"],
])("the provider's name for the request: %s %s", async (name, value, expected) => {
  expect((await failureOf(withHeaders(401, { [name]: value }))).told.requestId).toBe(expected);
  expect((await failureOf(withHeaders(200, { [name]: value }, "<html>"))).told.requestId).toBe(expected);
});

test.each<[string, Script, string]>([
  ["an error", answerOf(401, '{"error": {\n  "message": "no such key"}}'), '{"error": { "message": "no such key"}}'],
  ["a page", answerOf(200, "<!doctype html>\n<title>Not found</title>\n", "text/html"), "<!doctype html>"],
  [
    "an error in a stream",
    streaming(delta("a"), event({ error: { message: "too long" } })),
    '{"error":{"message":"too long"}}',
  ],
  ["something else in a stream", streaming(delta("a"), "data: nonsense\n\n"), "nonsense"],
  ["a long one", answerOf(500, "mice ".repeat(100_000)), "mice ".repeat(100)],
])("its words about %s", async (_, script, words) => {
  expect((await failureOf(script)).told.words).toBe(words.trimEnd());
});

test("no word is a credential, in any form that servers repeat it in", async () => {
  const repeat: Script = (one) => {
    const sent = one.asked.rawHeaders.join(" ");
    const forms = [sent, one.asked.target, encodeURIComponent(KEY), JSON.stringify(KEY), btoa(KEY), KEY.slice(0)];
    return answerOf(401, forms.join("\n").repeat(1))(one);
  };
  const { told, error } = await failureOf(repeat);
  for (const words of [told.words, error.provider_message]) {
    expect(words).toContain("[redacted]");
    expect(words).not.toMatch(/canary|c2stY2FuYXJ5/);
  }
});

test("where the words are cut, no part of a credential is told", async () => {
  for (let before = limits.providerWords - 30; before < limits.providerWords + 2; before += 1) {
    const { told, error } = await failureOf(
      answerOf(500, `${KEY.repeat(before / KEY.length)}${KEY.slice(0, before % KEY.length)}`),
    );
    expect(JSON.stringify([told, error])).not.toMatch(/canary/);
  }
});

test("what is too short to be looked for is none", () => {
  const hide = hiderOf({
    url: "https://a.example/?v=1",
    headers: [
      ["x-team", "red"],
      ["authorization", "Bearer abcd"],
    ],
  });
  expect(hide("a red abcd of v=1")).toBe("a red [redacted] of v=1");
});

test("a refusal whose body does not come is not waited for", async () => {
  const clock = new HandClock();
  const stuck: Script = async (one) => {
    one.head(500);
    await one.send("half");
    await one.closed;
  };
  const failing = failureOf(stuck, { clock });
  while (clock.next !== limits.providerEnding) await settled(1);
  clock.pass(limits.providerEnding);
  expect((await failing).told.words).toBeUndefined();
});

test.each<[string, string, readonly string[]]>([
  ["nothing", "", []],
  ["what it cost", finish(), ["usage"]],
])("an answer that has ended, then %s and an open connection: two seconds, and no more", async (_, last, kinds) => {
  const clock = new HandClock();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(`${delta("hello")}${event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}${last}`);
    await one.closed;
  });
  const target = targetIn(await configOf(single(`${server.url}/v1`)));
  const all = heard(target, HELLO, { clock });
  while ((clock.next ?? Infinity) > limits.providerEnding) await settled(1);
  clock.pass(limits.providerEnding);
  const { events, error, text } = await all;
  expect([error, text]).toEqual([undefined, "hello"]);
  expect(events.map(({ kind }) => kind)).toEqual(["text", ...kinds, "finish"]);
  await server.idle();
});

test("a provider that says it is alive after its answer has ended is not waited for either", async () => {
  const clock = new HandClock();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(`${delta("hello")}${finish()}`);
    let isThere = true;
    void one.closed.then(() => {
      isThere = false;
    });
    while (isThere) {
      await one.send(": ping\n\n");
      await settled(5);
      clock.pass(100);
    }
  });
  const target = targetIn(await configOf(single(`${server.url}/v1`)));
  const { error, text } = await heard(target, HELLO, { clock });
  expect([error, text]).toEqual([undefined, "hello"]);
});

test("before its end an answer may be silent for as long as the configuration says", async () => {
  const clock = new HandClock();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("hel"));
    while (clock.next !== limits.providerIdle) await settled(1);
    clock.pass(limits.providerIdle - 1);
    await one.send(`${delta("lo")}${finish()}${DONE}`);
    one.end();
  });
  const target = targetIn(await configOf(single(`${server.url}/v1`)));
  const { error, text } = await heard(target, HELLO, { clock });
  expect([error, text]).toEqual([undefined, "hello"]);
});

const LONG = "sk-proj-A1b2C3d4E5f6G7h8I9j0K1l2";

test.each([
  ["20 of its 32 characters", `wrong key ${LONG.slice(0, 20)}`, "wrong key [redacted]"],
  ["12 characters", `wrong key ${LONG.slice(0, 12)}.`, "wrong key [redacted]."],
  ["11 characters", `wrong key ${LONG.slice(0, 11)}`, `wrong key ${LONG.slice(0, 11)}`],
  ["all but one", `wrong key ${LONG.slice(0, -1)}…`, "wrong key [redacted]…"],
  ["the whole key, and a beginning", `${LONG} ${LONG.slice(0, 16)}`, "[redacted] [redacted]"],
  ["a beginning twice in a row", LONG.slice(0, 16).repeat(2), "[redacted][redacted]"],
  ["a masked key", "wrong key sk-p***", "wrong key sk-p***"],
  [
    "a beginning and a mask",
    `wrong key ${LONG.slice(0, 14)}...${LONG.slice(-4)}`,
    `wrong key [redacted]...${LONG.slice(-4)}`,
  ],
  ["a beginning with its scheme", `Bearer ${LONG.slice(0, 5)}`, `Bearer ${LONG.slice(0, 5)}`],
  ["a beginning in base64", Buffer.from(LONG).toString("base64url").slice(0, 24), "[redacted]"],
])("P-S94 %s in a provider's words", (_, words, shown) => {
  const headers = [["authorization", `Bearer ${LONG}`]] as const;
  expect(hiderOf({ url: "https://lab.example/v1", headers })(words)).toBe(shown);
});

test("P-S94 beginnings of a password in the address are hidden, and those of other values are not", () => {
  const hide = hiderOf({
    url: `https://${LONG}:another-long-password@lab.example/v1?version=2024-10-21-preview`,
    headers: [["x-organization", "the-organization-of-mice"]],
  });
  expect(hide(`${LONG.slice(0, 15)} another-long-p`)).toBe("[redacted] [redacted]");
  expect(hide("2024-10-21-pre the-organization-of")).toBe("2024-10-21-pre the-organization-of");
});

test("P-S94 a long text of beginnings is hidden in linear steps", () => {
  const hide = hiderOf({ url: "https://lab.example/v1", headers: [["api-key", "a".repeat(4000)]] });
  expect(hide("a".repeat(3999))).toBe("[redacted]");
  expect(hide("a".repeat(11))).toBe("a".repeat(11));
});
