/** A tool server of npm in a running daemon: the form by which it asks a person (P-S100). */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { nodeClock } from "../../../src/agent/machine/interfaces/clock.js";
import type { Interrogative } from "../../../src/generated/protocol/types.js";
import { running } from "../../daemon/bench.js";
import { single } from "../../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../../model/server.js";

const SERVER = resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

/** A turn in which the server asks its form; `answer` is called with each question. */
async function asked(answer: (question: Interrogative) => object) {
  const model = await modelServer(inTurn(calling(callOf("mcp__all__trigger-elicitation-request", {})), saying("ok")));
  const all = { transport: "stdio", command: process.execPath, args: [SERVER] };
  const config = `${single(`${model.url}/v1`)}default_permission_matcher: bypass\nmcp_servers: ${JSON.stringify({ all })}\n`;
  // The server ends a moment after its input.
  const bench = await running({ config, host: { clock: nodeClock } });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "ask me" });
  const texts: string[] = [];
  const isOver = (): boolean => stream.records.some(({ kind }) => kind === "turn_finished");
  for (;;) {
    const opened = stream.records.flatMap((record) =>
      record.kind === "interrogative_opened" ? [record.interrogative] : [],
    );
    const question = opened[texts.length];
    if (question !== undefined) {
      texts.push(question.text);
      await bench.post(`/interrogative/${question.id}/respond`, answer(question));
    } else if (isOver()) break;
    const seen = opened.length;
    await stream.until(
      ({ records }) => isOver() || records.filter(({ kind }) => kind === "interrogative_opened").length > seen,
    );
  }
  const result = (await bench.history()).find(({ kind }) => kind === "tool_result");
  return { texts, result };
}

test("each field of its form is a question, and empty answers take what the form stands on", async () => {
  const { texts, result } = await asked(({ default: empty }) => ({
    kind: "clarification_text",
    text: empty === undefined ? "Ada" : "",
  }));
  expect(texts).toHaveLength(13);
  expect(texts[0]).toBe(
    "The tool server `all` asks: Please provide inputs for the following fields:\n(1 of 13) String: Your full, legal name",
  );
  const [, raw = ""] = result?.text?.split("Raw result: ") ?? [];
  expect(JSON.parse(raw)).toEqual({
    action: "accept",
    content: {
      ...{ name: "Ada", firstLine: "It was a dark and stormy night.", integer: 42, number: 3.14 },
      ...{ untitledSingleSelectEnum: "Monica", untitledMultipleSelectEnum: ["Guitar"] },
      ...{ titledSingleSelectEnum: "hero-1", titledMultipleSelectEnum: ["fish-1"], legacyTitledEnum: "pet-1" },
    },
  });
});

test("a cancel of one answer declines the form", async () => {
  const { texts, result } = await asked(() => ({ kind: "cancel" }));
  expect(texts).toHaveLength(1);
  expect(result?.text).toContain("User declined to provide the requested information.");
});
