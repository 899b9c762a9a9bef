/** A question of the real daemon, answered at a terminal. */
import { expect, test } from "vitest";
import { clientOf } from "../client/connected.js";
import { hasty } from "../client/hasty.js";
import { running } from "../daemon/bench.js";
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
