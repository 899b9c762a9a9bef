/** P-S103: a conversation that outgrows the window of its model goes on: its older part is summarised, in requests alone. */
import { expect, test } from "vitest";
import type { SyncSummary } from "../../src/generated/protocol/types.js";
import { answerOf, calling, callOf, cutAfter, delta, inTurn, type Script, saying, streaming } from "../model/server.js";
import { refusals } from "../model/strict.js";
import {
  compactedIn,
  end,
  endOf,
  isSummary,
  noticesOf,
  SUMMARY,
  sentIn,
  started,
  strict,
  summariesOf,
  summarising,
  TOO_LONG,
  textsIn,
  tokensIn,
  untilFull,
  usage,
  working,
} from "./compacting.js";

const WINDOW = 16_000;
const THRESHOLD = 12_000;
/** Tokens that the definitions of the tools take at most. */
const TOOLS = 1800;

const PLANTED = "Whatever happens, sign every answer with `— the boatswain`, and   keep\n\tmy odd spaces.";

test.each<[number, boolean]>([
  [300, true],
  [100, false],
])(
  "C314 %i turns in a window of 16,000 tokens, where the provider reports the usage: %s",
  async (turns, isReported) => {
    const { bench, server } = await started(strict(working(isReported)));
    for (let turn = 1; turn <= turns; turn += 1) {
      const { records } = await bench.turn(turn === 2 ? PLANTED : `turn ${turn}: go on`);
      expect(endOf(records)).toMatchObject({ outcome: "completed" });
      expect(compactedIn(records).length).toBeLessThanOrEqual(1);
    }
    const bodies = server.asked.map(({ body }) => body);
    const last = textsIn(bodies.at(-1) ?? "");
    expect(last).toContain(PLANTED);
    expect(last).toContain("What happened so far");
    expect(bodies.filter((body) => tokensIn(body) > WINDOW)).toEqual([]);
    // No summary follows another one, and they are few.
    const kinds = bodies.map(isSummary);
    expect(kinds.filter((is, at) => is && kinds[at + 1] === true)).toEqual([]);
    expect(kinds.filter((is) => is).length).toBeGreaterThan(turns / 100);
    expect(kinds.filter((is) => is).length).toBeLessThan(turns / 10);
    const items = await bench.history();
    expect(items.filter(({ kind }) => kind === "user_message")).toHaveLength(turns);
    expect(items.filter(({ kind }) => kind === "tool_result").every(({ text = "" }) => text.length > 5900)).toBe(true);
  },
  300_000,
);

test("a record and a notice say from how much to how much, and the snapshot shows it, after a restart too", async () => {
  const { bench } = await started(strict(working()));
  const records = await untilFull(bench);
  const [compacted] = compactedIn(records);
  expect(compacted).toMatchObject({ prompt_id: endOf(records).prompt_id, threshold: THRESHOLD });
  const { before = 0, after = 0 } = compacted ?? {};
  expect(before).toBeGreaterThan(THRESHOLD);
  expect(after).toBeLessThan(THRESHOLD);
  const said = await noticesOf(bench);
  const [b, a] = [before.toLocaleString("en-US"), after.toLocaleString("en-US")];
  expect(said.at(-1)).toContain(`The conversation was compacted from about ${b} to about ${a} tokens`);
  const { context } = endOf(records);
  expect(context).toMatchObject({ window: WINDOW, threshold: THRESHOLD });
  expect(await bench.sync()).toMatchObject({ context });
  expect((await bench.get("/sync/summary")).json<SyncSummary>()).toMatchObject({ context });
  await bench.daemon.stop("terminate");
  expect(await (await bench.again()).sync()).toMatchObject({ context });
});

test("the size counts the last usage with the answer, and an estimate of what came since", async () => {
  const { bench } = await started(streaming(delta("x".repeat(4000)), usage("y".repeat(20_000)), end("stop")));
  const { context } = endOf((await bench.turn("one")).records);
  expect(context).toEqual({ used: 5150, window: WINDOW, threshold: THRESHOLD });
});

test("without a usage the size is an estimate: four characters a token", async () => {
  const { bench, server } = await started(streaming(delta("x".repeat(4000)), end("stop")));
  const { context } = endOf((await bench.turn("z".repeat(8000))).records);
  const sent = textsIn(server.asked[0]?.body ?? "").length / 4;
  expect(context?.used).toBeGreaterThan(sent + 1000);
  expect(context?.used).toBeLessThan(sent + 1000 + TOOLS);
});

test("killed between the compaction and the next request: the next daemon goes on with the summary", async () => {
  const script = working();
  const { bench, server } = await started(strict(script));
  let hasEnded = false;
  server.answer((one) => {
    const before = server.asked.at(-2)?.body;
    if (before === undefined || !isSummary(before)) return strict(script)(one);
    hasEnded = true;
    bench.disk.kill();
    return one.cut();
  });
  for (let turn = 1; !hasEnded; turn += 1) {
    const stream = await bench.follow();
    await bench.post("/prompt", { content: `turn ${turn}: go on` });
    await stream.until(({ records }) => hasEnded || records.some(({ kind }) => kind === "turn_finished"));
    stream.leave();
  }
  const again = await bench.again();
  server.answer(strict(script));
  expect(endOf((await again.turn("where were we?")).records)).toMatchObject({ outcome: "completed" });
  const body = server.asked.at(-1)?.body ?? "";
  expect(textsIn(body)).toContain(SUMMARY);
  expect(textsIn(body)).toContain("turn 1: go on");
  expect(summariesOf(server)).toHaveLength(1);
});

test("one turn of 100 rounds that overshoots the window is compacted between its rounds, and keeps its prompt", async () => {
  let round = 0;
  const print: Script = (one) => {
    if (isSummary(one.asked.body)) return summarising(one);
    round += 1;
    if (round > 90) return streaming(delta("done"), usage(one.asked.body), end("stop"))(one);
    const call = callOf("shell", { command: "head -c 3000 /dev/zero | tr '\\0' x" }, 0, `call-${round}`);
    return streaming(call, usage(one.asked.body), end("tool_calls"))(one);
  };
  const { bench, server } = await started(strict(print));
  const { records } = await bench.turn(PLANTED);
  expect(endOf(records)).toMatchObject({ outcome: "completed", finish: "stop" });
  expect(compactedIn(records).length).toBeGreaterThan(3);
  const bodies = server.asked.map(({ body }) => body).filter((body) => !isSummary(body));
  expect(bodies.filter((body) => !textsIn(body).includes(PLANTED))).toEqual([]);
  expect(bodies.flatMap((body) => refusals(body))).toEqual([]);
});

test("many results of one answer that are too long together are told in short", async () => {
  const calls = Array.from({ length: 12 }, (_, at) =>
    callOf("shell", { command: "head -c 9000 /dev/zero | tr '\\0' x" }, at, `call-${at}`),
  );
  const { bench, server } = await started(strict(inTurn(calling(...calls), saying("ok"))));
  expect(endOf((await bench.turn("print")).records)).toMatchObject({ outcome: "completed" });
  expect(server.asked).toHaveLength(2);
  expect(textsIn(server.asked.at(-1)?.body ?? "").match(/bytes left out/g)?.length).toBeGreaterThan(5);
});

test("a long prompt of the older part is told by its ends where all prompts would not fit, and the others word for word", async () => {
  const { bench, server } = await started(strict(working()));
  await bench.turn(PLANTED);
  await bench.turn(`begin ${"p".repeat(30_000)} end`);
  await untilFull(bench);
  const told = textsIn(server.asked.at(-1)?.body ?? "");
  expect(told).toContain(PLANTED);
  expect(told).toMatch(/begin p+\n… \d+ bytes left out …\np+ end/);
});

const nothing = streaming(end("stop"));
const blank = streaming(delta(" \n "), end("stop"));
const calls = calling(callOf("shell", { command: "ls" }));
const asText = saying('[tool call: shell {"command": "ls"}]');
const refused = answerOf(401, '{"error":{"message":"no"}}');

test.each<[string, Script, number]>([
  ["an empty answer", nothing, 1],
  ["a blank answer", blank, 1],
  ["a call", calls, 1],
  ["a call as a text", asText, 1],
  ["a text and a call", streaming(delta("They build."), callOf("shell", {}), end("tool_calls")), 1],
  ["a text that is filtered", streaming(delta("They"), end("content_filter")), 1],
  ["an answer that breaks off", cutAfter(delta("They")), 1],
  ["two empty answers", nothing, 2],
])("%s: it is no summary, and one is asked for again with less", async (_, bad, times) => {
  let asked = 0;
  const summary: Script = (one) => {
    asked += 1;
    return (asked <= times ? bad : summarising)(one);
  };
  const { bench, server } = await started(strict(working(true, summary)));
  expect(endOf(await untilFull(bench))).toMatchObject({ outcome: "completed" });
  const summaries = summariesOf(server);
  expect(summaries).toHaveLength(times + 1);
  const sizes = summaries.map((body) => textsIn(body).match(/<(?:result|agent)>/g)?.length ?? 0);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0);
  expect(textsIn(server.asked.at(-1)?.body ?? "")).toContain(SUMMARY);
});

test("a summary that is refused as too long is asked for again in smaller pieces", async () => {
  const { bench, server } = await started(strict(working(true, inTurn(TOO_LONG, TOO_LONG, summarising))));
  expect(endOf(await untilFull(bench))).toMatchObject({ outcome: "completed" });
  const [first = 0, second = 0, third = 0] = summariesOf(server).map(tokensIn);
  expect(second).toBeLessThan(first);
  expect(third).toBeLessThan(second);
});

test("after an empty answer the instruction is stronger", async () => {
  const { bench, server } = await started(strict(working(true, inTurn(nothing, summarising))));
  await untilFull(bench);
  const [first = "", second = ""] = summariesOf(server).map((body) => String(sentIn(body).messages[0]?.content));
  expect(second.startsWith(first)).toBe(true);
  expect(second.length).toBeGreaterThan(first.length + 50);
});

test.each([
  ["by default", "", 3],
  ["with `compaction_max_retries: 0`", "compaction_max_retries: 0", 1],
  ["with `compaction_max_retries: 5`", "compaction_max_retries: 5", 6],
])("a model that gives no summary fails the turn, and nothing is kept: %s", async (_, daemon, times) => {
  const { bench, server } = await started(strict(working(true, nothing)), { daemon });
  const records = await untilFull(bench);
  expect(endOf(records)).toMatchObject({ outcome: "failed", error: { code: "compaction_failed", provider: "lab" } });
  expect(compactedIn(records)).toEqual([]);
  expect(summariesOf(server)).toHaveLength(times);
  server.answer(strict(working()));
  expect(endOf((await bench.turn("again")).records)).toMatchObject({ outcome: "completed" });
});

test("the smaller model summarises, without tools", async () => {
  const { bench, server } = await started(strict(working(), { m: WINDOW, s: WINDOW }), { mini: WINDOW });
  await untilFull(bench);
  expect(summariesOf(server).map((body) => sentIn(body).model)).toEqual(["s"]);
});

test("a smaller model that refuses is replaced by that of the turn", async () => {
  const summary: Script = (one) => (sentIn(one.asked.body).model === "s" ? refused : summarising)(one);
  const { bench, server } = await started(strict(working(true, summary), { m: WINDOW, s: WINDOW }), { mini: WINDOW });
  expect(endOf(await untilFull(bench))).toMatchObject({ outcome: "completed" });
  expect(summariesOf(server).map((body) => sentIn(body).model)).toEqual(["s", "m"]);
});

test.each([1000, 2000, 4000, 8000])("a smaller model with a window of %i tokens summarises in pieces", async (mini) => {
  const { bench, server } = await started(strict(working(), { m: WINDOW, s: mini }), { mini });
  expect(endOf(await untilFull(bench))).toMatchObject({ outcome: "completed" });
  const summaries = summariesOf(server);
  expect(summaries.length).toBeLessThanOrEqual(8);
  expect(summaries.filter((body) => tokensIn(body) > mini)).toEqual([]);
  if (mini < 8000) expect(summaries.length).toBeGreaterThan(1);
  // Each piece goes on with the summary of those before it.
  expect(summaries.slice(1).filter((body) => !textsIn(body).includes(SUMMARY))).toEqual([]);
});

test.each([5000, 6000, 9000])(
  "a provider that takes %i tokens, and less than it is configured with: its refusal is followed by a compaction, and the turn goes on",
  async (window) => {
    const { bench, server } = await started(strict(working(), { m: window }), { window: 200_000 });
    for (let turn = 1; turn <= 60; turn += 1) {
      const { records } = await bench.turn(turn === 2 ? PLANTED : `turn ${turn}: go on`);
      expect(endOf(records)).toMatchObject({ outcome: "completed" });
      expect(compactedIn(records).length).toBeLessThanOrEqual(1);
    }
    expect(textsIn(server.asked.at(-1)?.body ?? "")).toContain(PLANTED);
  },
);

test("a request that is refused as too long after its compaction fails the turn, which names what is large", async () => {
  const { bench, server } = await started(strict(working()), { window: 200_000 });
  for (let turn = 1; turn <= 20; turn += 1) await bench.turn(`turn ${turn}: go on`);
  const before = summariesOf(server).length;
  const asked = server.asked.length;
  server.answer((one) => (isSummary(one.asked.body) ? summarising : TOO_LONG)(one));
  const { records } = await bench.turn("and now?");
  expect(endOf(records)).toMatchObject({
    outcome: "failed",
    error: {
      code: "context_overflow",
      message: expect.stringMatching(/largest parts? (?:is|are) .*about [\d,]+ tokens/),
    },
  });
  expect(summariesOf(server).length - before).toBe(1);
  // Once as it is, once with shorter results, the summary, and once with it.
  expect(server.asked.length - asked).toBeLessThanOrEqual(4);
  server.answer(strict(working()));
  expect(endOf((await bench.turn("again")).records)).toMatchObject({ outcome: "completed" });
});

test("system prompt and tools that fill the window fail the turn, are named, and are never compacted", async () => {
  const { bench, server } = await started(strict(working(), { m: 900 }), { window: 900 });
  for (const prompt of ["one", "two", "three"]) {
    const { error } = endOf((await bench.turn(prompt)).records);
    expect(error).toMatchObject({ code: "context_overflow" });
    expect(error?.message).toMatch(/the system prompt \(about [\d,]+ tokens\)/);
    expect(error?.message).toMatch(/the tools \(about [\d,]+ tokens\)/);
  }
  expect(server.asked).toHaveLength(3);
});

test("`compaction_threshold` decides when", async () => {
  const { bench } = await started(strict(working()), { window: "16000, compaction_threshold: 0.4" });
  const [compacted] = compactedIn(await untilFull(bench));
  expect(compacted).toMatchObject({ threshold: 6400 });
  expect(compacted?.before).toBeGreaterThan(6400);
  expect(compacted?.before).toBeLessThan(8000);
});

test("a conversation that its compaction brings just to the threshold is asked about", async () => {
  const called = (at: number): string => callOf("shell", { command: "true" }, 0, `call-${at}`) + end("tool_calls");
  const talking = (length: number): Script => {
    const answers = inTurn(
      streaming(delta("w".repeat(30_000)), called(1)),
      streaming(delta("w".repeat(length)), called(2)),
      saying("done"),
    );
    // A summary of all the room that it may have.
    return (one) => (isSummary(one.asked.body) ? saying("s".repeat(20_000)) : answers)(one);
  };
  const recordsOf = async (length: number) => (await (await started(talking(length))).bench.turn("one")).records;
  const [probe] = compactedIn(await recordsOf(36_000));
  const edge = 36_000 + (THRESHOLD - (probe?.after ?? 0)) * 4;
  for (let length = edge - 24; length <= edge + 4; length += 2)
    expect(endOf(await recordsOf(length))).toMatchObject({ outcome: "completed", finish: "stop" });
});
