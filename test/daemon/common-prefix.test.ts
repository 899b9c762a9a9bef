/** P-S91: requests of a session begin alike, byte for byte, so that what a provider keeps of one counts for the next. */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
  delta,
  event,
  finish,
  inTurn,
  type ModelServer,
  modelServer,
  saying,
  streaming,
} from "../model/server.js";
import { running } from "./bench.js";
import { resultServer, whenConnected } from "./tool-results.js";

interface Body {
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[];
}

const bodies = ({ asked }: ModelServer): readonly Body[] => asked.map(({ body }) => JSON.parse(body) as Body);

const thought = event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] });
const signed = event({
  choices: [{ index: 0, delta: { tool_calls: [{ index: 0, extra_content: { google: { thought_signature: "s" } } }] } }],
});

test("each request has all messages of the one before, as they were, and the same tools, over days, kills and failures", async () => {
  const image = callOf("mcp__far__result", { content: [{ bytes: 20 }] });
  const long = callOf("shell", { command: "head -c 70000 /dev/zero | tr '\\0' x" });
  const server = await modelServer(
    inTurn(
      streaming(
        thought,
        delta("Let me look."),
        callOf("shell", { command: "echo hi" }),
        signed,
        callOf("nothing", {}, 1),
        finish("tool_calls"),
      ),
      saying("A"),
      calling(image),
      saying("B"),
      calling(long),
      answerOf(500, "{}"),
      saying("C"),
    ),
  );
  let bench = await running({
    config: `${single(`${server.url}/v1`, "", "supports_vision: true")}default_permission_matcher: bypass
mcp_servers: { far: ${await resultServer()}, near: ${await resultServer()} }
`,
  });
  await whenConnected(bench);
  for (const prompt of ["one", "two", "three", "four", "five"]) {
    await bench.turn(prompt);
    bench.clock.pass(86_400_000);
    if (prompt === "five") break;
    bench.disk.kill();
    bench = await bench.again();
    await whenConnected(bench);
  }
  const all = bodies(server);
  expect(all.length).toBeGreaterThanOrEqual(8);
  for (const [at, { messages, tools }] of all.entries()) {
    expect(JSON.stringify(tools)).toBe(JSON.stringify(all[0]?.tools));
    const before = all[at - 1]?.messages ?? [];
    expect([at, JSON.stringify(messages.slice(0, before.length))]).toEqual([at, JSON.stringify(before)]);
  }
});
