/** Turns, whatever the model does and whoever comes between (P-S20, P-S22, P-S25, P-S27, P-S28, P-S32). */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { HistoryItem, ProtocolError, TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { privateAuthority } from "../model/certificate.js";
import { answerOf, DONE, delta, finish, gate, modelServer, type Script, saying, streaming } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";

const code = (exchange: TestExchange): string => exchange.json<ProtocolError>().code;

const endOf = ({ records }: TestExchange): TurnFinished | undefined =>
  records.find((record): record is TurnFinished => record.kind === "turn_finished");

const texts = (items: readonly HistoryItem[]): readonly string[] =>
  items.map(({ kind, text, partial }) => `${kind}: ${text}${partial === true ? " …" : ""}`);

async function talking(
  script: Script,
  window = 60_000,
): Promise<{ bench: Bench; server: Awaited<ReturnType<typeof modelServer>> }> {
  const server = await modelServer(script);
  return { server, bench: await running({ config: single(`${server.url}/v1`).replace("60000", `${window}`) }) };
}

const HTML = "<!doctype html><title>Not found</title>";

test.each<[string, Script, string, number | undefined]>([
  ["an HTTP error", answerOf(500, '{"error":{"message":"no"}}'), "provider_error", 500],
  ["a refusal of the key", answerOf(401, "{}"), "provider_error", 401],
  ["too many requests", answerOf(429, "{}"), "provider_rate_limited", 429],
  ["HTML instead of a stream", answerOf(200, HTML, "text/html"), "provider_error", undefined],
  ["JSON instead of a stream", answerOf(200, '{"choices":[]}'), "provider_error", undefined],
  ["nothing", answerOf(200, "", "text/event-stream"), "provider_unreachable", undefined],
  ["a redirection", answerOf(302, ""), "provider_error", 302],
  ["a cut before any answer", (one) => one.cut(), "provider_unreachable", undefined],
  [
    "a cut stream",
    async (one) => {
      one.head(200, { "content-type": "text/event-stream" });
      await one.send(delta("half"));
      one.cut();
    },
    "provider_unreachable",
    undefined,
  ],
  [
    "invalid UTF-8",
    async (one) => {
      one.head(200, { "content-type": "text/event-stream" });
      await one.send(
        Buffer.concat([Buffer.from('data: {"choices":['), Buffer.from([0xff, 0xfe]), Buffer.from("]}\n\n")]),
      );
      one.end();
    },
    "provider_error",
    undefined,
  ],
  ["no JSON", streaming("data: {\n\n"), "provider_error", undefined],
])("the model answers with %s: the turn fails with its code, and the session goes on", async (_, script, failure) => {
  const { bench, server } = await talking(script);
  const error = endOf(await bench.turn("one"))?.error;
  expect(error?.code).toMatch(/^provider_/);
  expect([failure, "provider_error", "provider_unreachable"]).toContain(error?.code);
  server.answer(saying("here ", "again"));
  expect(endOf(await bench.turn("two"))).toMatchObject({ outcome: "completed" });
  expect(texts(await bench.history()).at(-1)).toBe("assistant_message: here again");
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(texts(await again.history()).slice(-2)).toEqual(["user_message: two", "assistant_message: here again"]);
});

test("nobody listens where the model should be", async () => {
  const server = await modelServer(() => {});
  const config = single(`${server.url.replace(/:\d+$/, ":1")}/v1`);
  const bench = await running({ config });
  expect(endOf(await bench.turn("one"))).toMatchObject({ outcome: "failed", error: { code: "provider_unreachable" } });
  expect((await bench.sync()).busy).toBe(false);
  expect((await bench.history()).map(({ kind }) => kind)).toEqual(["user_message", "notice"]);
});

test("a model that there is none of", async () => {
  const bench = await running();
  expect(endOf(await bench.turn("one", { model: "nobody" }))).toMatchObject({
    ...{ outcome: "failed", error: { code: "no_model" } },
  });
  expect(endOf(await bench.turn("two"))).toMatchObject({ outcome: "completed" });
});

test("100 MB in one delta: the turn fails, what came before is kept, and the session goes on", async () => {
  const { bench, server } = await talking(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("before"));
    await one.send('data: {"choices":[{"index":0,"delta":{"content":"');
    const much = "x".repeat(1_000_000);
    let isThere = true;
    void one.closed.then(() => {
      isThere = false;
    });
    for (let each = 0; each < 100 && isThere; each += 1) await one.send(much);
    one.end();
  });
  const end = endOf(await bench.turn("one"));
  expect(end?.outcome).toBe("failed");
  expect(end?.error?.code).toMatch(/^provider_/);
  server.answer(saying("again"));
  expect(endOf(await bench.turn("two"))).toMatchObject({ outcome: "completed" });
  expect(texts(await bench.history())).toEqual([
    ...["user_message: one", "assistant_message: before …"],
    `notice: The turn failed: ${end?.error?.message}.`,
    ...["user_message: two", "assistant_message: again"],
  ]);
});

test("two prompts at once: one is admitted", async () => {
  const bench = await running();
  const answers = await Promise.all([1, 2, 3, 4].map((each) => bench.post("/prompt", { content: `${each}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
  expect(answers.filter(({ status }) => status === 409).map(code)).toEqual(Array(3).fill("turn_in_flight"));
});

test("C105 C041 a prompt may be sent as soon as a turn's end is told", async () => {
  const bench = await running();
  const stream = await bench.follow();
  let told = 0;
  let next: Promise<TestExchange> | undefined;
  const write = stream.write.bind(stream);
  stream.write = (bytes) => {
    const isTaken = write(bytes);
    const ends = stream.records.filter(({ kind }) => kind === "turn_finished").length;
    if (ends > told) {
      told = ends;
      if (ends < 5) next = bench.post("/prompt", { content: `${ends}` });
    }
    return isTaken;
  };
  await bench.post("/prompt", { content: "0" });
  await stream.until(() => told === 5);
  expect((await next)?.status).toBe(202);
  expect((await bench.history()).length).toBe(10);
});

test("C105 what a snapshot says of prompts holds at each record", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const seen: string[] = [];
  // Looked at between all operations of the disk, where everything waits.
  disk.decide = async ({ path }) => {
    // No turn waits for the title.
    if (path.includes("session.json")) return undefined;
    const { turn, actions } = await bench.sync();
    const cancelled = await bench.post("/turn/cancel");
    if ((cancelled.status === 202) !== actions.cancel.available) seen.push(`cancel ${turn.state} ${cancelled.status}`);
    return undefined;
  };
  for (let each = 0; each < 3; each += 1) await bench.turn(`${each}`);
  expect(seen).toEqual([]);
});

test("cancel: the text so far is kept, the request is broken off, and the next turn has all of it", async () => {
  const { bench, server } = await talking(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("half an "));
    await one.closed;
  });
  expect(code(await bench.post("/turn/cancel"))).toBe("turn_not_running");
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "one", prompt_id: "p" });
  await stream.until(({ records }) => records.some(({ kind }) => kind === "item_delta"));
  const cancelled = await bench.post("/turn/cancel");
  expect([cancelled.status, cancelled.json()]).toEqual([202, { status: "cancel_requested", prompt_id: "p" }]);
  await stream.until((one) => endOf(one) !== undefined);
  expect(endOf(stream)).toMatchObject({ outcome: "cancelled", prompt_id: "p" });
  await server.idle();
  expect(texts(await bench.history())).toEqual(["user_message: one", "assistant_message: half an  …"]);
  server.answer(saying("fine"));
  await bench.turn("two");
  expect(sentTo(server)).toEqual(["one", "half an ", "two"]);
});

function sentTo({ asked }: Awaited<ReturnType<typeof modelServer>>): readonly string[] {
  const { messages } = JSON.parse(asked.at(-1)?.body ?? "{}") as { messages: { content: string }[] };
  // The first one is the system prompt.
  return messages.slice(1).map(({ content }) => content);
}

test("the whole conversation is sent again, after a restart too; without content the model goes on from it", async () => {
  const { bench, server } = await talking(saying("B"));
  await bench.turn("a");
  await bench.turn("c");
  expect(sentTo(server)).toEqual(["a", "B", "c"]);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  await again.turn("d");
  expect(sentTo(server)).toEqual(["a", "B", "c", "B", "d"]);
  const stream = await again.follow();
  expect((await again.post("/prompt")).status).toBe(202);
  await stream.until((one) => endOf(one) !== undefined);
  expect(sentTo(server)).toEqual(["a", "B", "c", "B", "d", "B", "Continue from where you stopped."]);
});

test("a prompt of 2 MB: shown in part, and whole for the model, after a restart too", async () => {
  const { bench, server } = await talking(saying("ok"), 1_000_000);
  const content = "mäuse ".repeat(300_000);
  await bench.turn(content);
  const [item] = await bench.history();
  expect(item?.text?.length).toBeLessThan(65_536);
  expect(content.startsWith(item?.text ?? "?")).toBe(true);
  expect(item?.elided).toMatchObject({ bytes: Buffer.byteLength(content) });
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  await again.turn("now");
  expect(sentTo(server)).toEqual([content, "ok", "now"]);
});

test("an answer of 2 MB comes whole to the next turn", async () => {
  const answer = "blind ".repeat(350_000);
  const pieces = Array.from({ length: 100 }, (_, at) => answer.slice(at * 21_000, (at + 1) * 21_000));
  const { bench, server } = await talking(saying(...pieces), 1_000_000);
  const stream = await bench.turn("one");
  expect(endOf(stream)).toMatchObject({ outcome: "completed" });
  server.answer(saying("ok"));
  await bench.turn("two");
  expect(sentTo(server)).toEqual(["one", answer, "two"]);
});

test.each([
  ["[]", 400],
  ["null", 400],
  ["1", 400],
  ['"x"', 400],
  ["{", 400],
  ["{}x", 400],
  ['{"content":7}', 400],
  ['{"content":null}', 400],
  ['C110 {"generation":1.5}', 400],
  ['C110 {"generation":-1}', 400],
  ['C110 {"prompt_id":7}', 400],
  ['{"prompt_id":""}', 400],
  ['{"model":[]}', 400],
  ['{"attachments":[{"media_type":"image/png","data_base64":"AB=="}]}', 400],
  ['{"facet":"none"}', 400],
  ['C110 {"operation_context":{"daemon_epoch":"x","window":"y","operation":"no uuid"}}', 400],
  ['{"operation_context":null}', 400],
  ["\uFEFF{}", 400],
])("POST /prompt with %s is refused and changes nothing", async (body, status) => {
  const bench = await running();
  const before = await bench.sync();
  const answer = await bench.post("/prompt", body.replace(/^C110 /, ""));
  expect([answer.status, code(answer)]).toEqual([status, "invalid_request"]);
  expect(answer.text).not.toContain("no uuid");
  expect(await bench.sync()).toEqual(before);
});

test("bodies at their limits, and a byte more", async () => {
  const bench = await running();
  const big = (bytes: number): string => `{"x":"${"x".repeat(bytes - 8)}"}`;
  const MIB = 1024 * 1024;
  expect((await bench.post("/turn/cancel", big(MIB))).status).toBe(409);
  const over = await bench.post("/turn/cancel", big(MIB + 1));
  expect([over.status, code(over)]).toEqual([413, "payload_too_large"]);
  const much = await bench.post("/prompt", big(16 * MIB + 1));
  expect([much.status, code(much)]).toEqual([413, "payload_too_large"]);
  expect((await bench.post("/prompt", big(16 * MIB))).status).toBe(202);
});

test("names have a longest length, and one more is refused: a record holds them", async () => {
  const bench = await running();
  for (const [name, longest] of [
    ["prompt_id", 128],
    ["model", 256],
  ] as const) {
    const over = await bench.post("/prompt", { content: "x", [name]: "ä".repeat(longest + 1) });
    expect([over.status, code(over)]).toEqual([400, "invalid_request"]);
    expect(endOf(await bench.turn("x", { [name]: "ä".repeat(longest) }))?.prompt_id).toBeDefined();
  }
  expect((await bench.history()).filter(({ kind }) => kind === "user_message").length).toBe(2);
});

test("an operation context with a window that was never issued: 409 of another epoch, else 410", async () => {
  const bench = await running();
  const { daemon_epoch } = await bench.sync();
  const context = (epoch: string) => ({
    operation_context: {
      daemon_epoch: epoch,
      window: "A".repeat(46),
      operation: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    },
  });
  const old = await bench.post("/prompt", { content: "x", ...context("0".repeat(32)) });
  expect([old.status, code(old)]).toEqual([409, "epoch_mismatch"]);
  const mine = await bench.post("/prompt", { content: "x", ...context(daemon_epoch) });
  expect([mine.status, code(mine)]).toEqual([410, "operation_expired"]);
  expect(await bench.history()).toEqual([]);
});

test.each<[string, string, number, string, string?]>([
  ["GET", "/nowhere", 404, "not_found"],
  ["GET", "/sync/summary/", 404, "not_found"],
  ["DELETE", "/sync", 405, "method_not_allowed", "GET"],
  ["GET", "/prompt", 405, "method_not_allowed", "POST"],
  ["HEAD", "/sync", 405, "method_not_allowed", "GET"],
  ["GET", "/history?page=x", 400, "invalid_checkpoint"],
  ["GET", "/history?checkpoint=x", 400, "invalid_checkpoint"],
  ["GET", "/history?checkpoint=", 400, "invalid_checkpoint"],
  ["GET", "/history?page=%ff", 400, "invalid_request"],
])("%s %s: %i %s", async (method, target, status, expected, allow) => {
  const bench = await running();
  const answer = await bench.get(target, { method });
  expect([answer.status, code(answer), answer.header("allow")]).toEqual([status, expected, allow]);
});

test("C312 an edited file counts from the next turn; the one that runs goes on, and one with errors changes nothing", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await go.passed;
    await one.send(`${delta("old")}${finish()}${DONE}`);
    one.end();
  });
  const bench = await running({ config: single(`${server.url}/v1`) });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "one" });
  writeFileSync(bench.file, single(`${server.url}/v2`));
  go.open();
  await stream.until((one) => endOf(one) !== undefined);
  await bench.turn("two");
  expect(server.asked.map(({ target }) => target)).toEqual(["/v1/chat/completions", "/v2/chat/completions"]);
  writeFileSync(bench.file, "version: 3\nnonsense: [\n");
  await bench.turn("three");
  await bench.said("the configuration has errors");
  expect(server.asked.at(-1)?.target).toBe("/v2/chat/completions");
});

test("C313 what takes effect after a restart is said to wait, as often as it changes", async () => {
  const server = await modelServer(saying("ok"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const changed = "subagent_stall_threshold_secs: 5, max_tool_turns: 7";
  writeFileSync(bench.file, single(`${server.url}/v1`, "", "", changed));
  await bench.turn("one");
  const waiting = bench.log.filter((line) => line.includes("takes effect after a restart"));
  expect(waiting).toEqual([expect.stringMatching(/ warn {2}.* path=\/daemon\/subagent_stall_threshold_secs\n$/)]);
});

test("C304 a trust store that cannot be used: the configuration in use stays", async () => {
  const server = await modelServer(saying("ok"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const store = `${bench.file}.pem`;
  const trusting = single(`${server.url}/v2`, "", "", `tls: { trust_store: ${store} }`);
  writeFileSync(bench.file, trusting);
  await bench.turn("one");
  await bench.said("configuration rule=path/trust-store");
  // There for whoever loads, and not on the disk of the daemon.
  writeFileSync(store, privateAuthority().ca);
  writeFileSync(bench.file, `${trusting}# again\n`);
  await bench.turn("two");
  await bench.said("trust_store` cannot be read (ENOENT); the configuration in use stays");
  expect(server.asked.map(({ target }) => target)).toEqual(["/v1/chat/completions", "/v1/chat/completions"]);
});

test("C291 a turn that a crash cut is interrupted; its prompt is in the history and goes to the model with the next one", async () => {
  const disk = new Disk(3);
  const server = await modelServer(() => {});
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  expect((await bench.post("/prompt", { content: "one", prompt_id: "p", generation: 3 })).status).toBe(202);
  disk.crash();
  server.answer(saying("ok"));
  const again = await bench.again();
  expect(await again.sync()).toMatchObject({
    busy: false,
    history_total_items: 2,
    turn: { generation: 3, model: "m" },
  });
  await again.turn("two");
  expect(sentTo(server)).toEqual(["one\n\ntwo"]);
  expect(texts(await again.history())).toEqual([
    "user_message: one",
    "notice: The turn was interrupted: the daemon ended before the turn did.",
    ...["user_message: two", "assistant_message: ok"],
  ]);
  const log = Buffer.from(disk.bytes("/state/sessions-v1/session-1/log/000001.log")).toString();
  expect(log).toContain('"t":"turn","prompt_id":"p","outcome":"interrupted"');
});

test("a log explains itself: each line is a checksum and JSON", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("three blind mice", { prompt_id: "p" });
  await bench.daemon.stop("terminate");
  const lines = Buffer.from(disk.bytes("/state/sessions-v1/session-1/log/000001.log")).toString().trimEnd().split("\n");
  const entries = lines.map((line) => JSON.parse(line.slice(9)) as Record<string, unknown>);
  expect(entries.map(({ t }) => t)).toEqual(["segment", "epoch", "prompt", "session", "item", "turn"]);
  expect(entries.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(entries[2]).toMatchObject({ prompt_id: "p", item: { text: "three blind mice", kind: "user_message" } });
  expect(entries[3]).toMatchObject({ title: "three blind mice" });
  expect(entries[5]).toMatchObject({ prompt_id: "p", outcome: "completed" });
  await settled();
});
