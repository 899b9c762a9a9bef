/** P-S54: how an answer ended is told with its turn, and an item that its provider cut is no whole one. */
import { expect, test } from "vitest";
import type { HistoryItem, TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { answerOf, delta, event, finish, modelServer, type Script, streaming } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, OFFLINE, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

async function talking(script: Script, disk = new Disk(1)): Promise<Bench> {
  const server = await modelServer(script);
  return running({ disk, config: single(`${server.url}/v1`) });
}

const endOf = ({ records }: TestExchange): TurnFinished | undefined =>
  records.find((record): record is TurnFinished => record.kind === "turn_finished");

const texts = (items: readonly HistoryItem[]): readonly string[] =>
  items.map(({ kind, text, partial }) => `${kind}: ${text}${partial === true ? " …" : ""}`);

const thought = event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] });
const asked = "user_message: one";

test.each<[string, Script, string, readonly string[]]>([
  ["stop", streaming(delta("a"), finish("stop")), "stop", ["assistant_message: a"]],
  ["length", streaming(delta("a"), finish("length")), "length", ["assistant_message: a …"]],
  ["length, before any text", streaming(finish("length")), "length", []],
  ["length, while it thinks", streaming(thought, finish("length")), "length", ["reasoning: hm …"]],
  [
    "length, after it has thought",
    streaming(thought, delta("a"), finish("length")),
    "length",
    ["reasoning: hm", "assistant_message: a …"],
  ],
  ["content_filter", streaming(delta("a"), finish("content_filter")), "content_filter", ["assistant_message: a …"]],
  ["content_filter without text", streaming(finish("content_filter")), "content_filter", []],
  ["tool_calls without text", streaming(finish("tool_calls")), "tool_calls", []],
  ["a reason of its own", streaming(delta("a"), finish("bored")), "unknown", ["assistant_message: a"]],
  ["no reason", streaming(delta("a")), "unknown", ["assistant_message: a"]],
  ["no text at all", streaming(finish("stop")), "stop", []],
  [
    "a list of parts",
    answerOf(200, '{"choices":[{"message":{"content":[{"type":"text","text":"hello"}]},"finish_reason":"stop"}]}'),
    "stop",
    ["assistant_message: hello"],
  ],
])("an answer that ends with %s", async (_, script, said, items) => {
  const disk = new Disk(1);
  const bench = await talking(script, disk);
  const stream = await bench.turn("one");
  expect(endOf(stream)).toMatchObject({ outcome: "completed", finish: said });
  const finished = stream.records.flatMap((record) => (record.kind === "item_finished" ? [record.item] : []));
  expect(texts(finished)).toEqual([asked, ...items]);
  expect(texts(await bench.history())).toEqual([asked, ...items]);
  await bench.daemon.stop("terminate");
  expect(Buffer.from(disk.bytes("/state/sessions-v1/session-1/log/000001.log")).toString()).toContain(
    `"outcome":"completed","finish":"${said}"`,
  );
  expect(texts(await (await bench.again()).history())).toEqual([asked, ...items]);
});

test("a turn that failed or was cancelled has no end of an answer", async () => {
  const bench = await talking(answerOf(500, "{}"));
  expect(endOf(await bench.turn("one"))).not.toHaveProperty("finish");
});

test("the model that repeats ends with stop", async () => {
  expect(endOf(await (await running({ config: OFFLINE })).turn("one"))).toMatchObject({ finish: "stop" });
});
