/** The real daemon at a terminal: a question and its answer, and a compaction. */
import { expect, test } from "vitest";
import { clientOf } from "../client/connected.js";
import { hasty } from "../client/hasty.js";
import { running } from "../daemon/bench.js";
import { started, strict, summariesOf, textsIn, working } from "../daemon/compacting.js";
import { single } from "../model/asking.js";
import { modelServer } from "../model/server.js";
import { Talker } from "./talker.js";

test("a model asks, a person answers, and the model hears the answer", async () => {
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    const call = { name: "ask_user", arguments: JSON.stringify({ question: "Which?", choices: ["red", "blue"] }) };
    const isFirst = server.asked.length === 1;
    const delta = isFirst
      ? { tool_calls: [{ index: 0, id: "c1", type: "function", function: call }] }
      : { content: "done" };
    const choice = { index: 0, delta, finish_reason: isFirst ? "tool_calls" : "stop" };
    await one.send(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
    one.end();
  });
  const bench = await running({ config: single(`${server.url}/v1`) });
  const talker = new Talker({ client: clientOf(() => bench, undefined, hasty()) });
  talker.type("go\n");
  await talker.sees("a question:\n    Which?\n  1. red\n  2. blue\na number, or your own words: ");
  talker.type("2\n");
  await talker.sees("done\n");
  const results = (await bench.history()).filter(({ kind }) => kind === "tool_result");
  expect(results.map(({ text }) => text)).toEqual(["blue"]);
});

test("C314 `/compact` says from how much to how much, its words reach the summary, and the prompt shows the share of the window", async () => {
  const { bench, server } = await started(strict(working()));
  const talker = new Talker({ client: clientOf(() => bench, undefined, hasty()) });
  await talker.sees("> ");
  talker.type("/compact\n");
  await talker.sees("there is nothing to compact: the last turn stays whole\n");
  for (const turn of [1, 2, 4, 5]) {
    talker.type(`turn ${turn}: go on\n`);
    await talker.sees("paragraph \n");
    await talker.sees("k/16k > ");
  }
  talker.type("/compact the rigging\n");
  await talker.sees("the conversation is being compacted\n");
  await talker.sees("agent: the conversation was compacted from about ");
  await talker.sees(" tokens: the model is told a summary of its older part\n");
  await talker.sees("/16k > ");
  expect(summariesOf(server).map((body) => textsIn(body).includes("the rigging"))).toEqual([true]);
  expect((await bench.sync()).context?.used).toBeLessThan(3000);
});
