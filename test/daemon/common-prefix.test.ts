/** P-S91: requests of a session begin alike, byte for byte, so that what a provider keeps of one counts for the next. */
import { expect, test } from "vitest";
import * as alpha from "../model/alpha-events.js";
import { single } from "../model/asking.js";
import * as responses from "../model/responses-events.js";
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

const WITHOUT_MARKS = (_: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("cache_control" in value)) return value;
  const { cache_control: _mark, ...rest } = value;
  return rest;
};

interface Said {
  readonly role?: string;
  readonly content?: unknown;
}

/** A body without its messages, and each item or block of its messages, as texts without marks. */
function parts(
  body: string,
  field: "messages" | "input",
): { readonly before: string; readonly said: readonly string[] } {
  const plain = JSON.parse(body, WITHOUT_MARKS) as Readonly<Record<string, unknown>>;
  const said = (plain[field] as readonly Said[]).flatMap<object>(({ role, content, ...more }) =>
    Array.isArray(content) ? content.map((block) => ({ role, block })) : [{ role, content, ...more }],
  );
  return { before: JSON.stringify({ ...plain, [field]: [] }), said: said.map((one) => JSON.stringify(one)) };
}

const INPUT = JSON.stringify({ command: "echo hi" });

test.each([
  {
    dialect: "alpha_messages",
    config: "{ kind: { type: custom_alpha_compatible }, cache_control_strategy: alpha_breakpoints, url: ",
    field: "messages",
    key: undefined,
    calls: alpha.answering(
      "tool_use",
      alpha.thought(0, "hm", "c2ln"),
      alpha.said(1, "Let me look."),
      alpha.called(2, "toolu_1", "shell", INPUT),
      alpha.called(3, "toolu_2", "nothing"),
    ),
    says: alpha.answering("end_turn", alpha.said(0, "A")),
  },
  {
    dialect: "beta_responses",
    config: "{ kind: { type: custom_beta_responses }, url: ",
    field: "input",
    key: "session-1",
    calls: responses.answering(
      responses.thought(0, ["hm"], "c2ln"),
      responses.said(1, "Let me look."),
      responses.called(2, "call_1", "shell", INPUT),
      responses.called(3, "call_2", "nothing", "{}"),
    ),
    says: responses.answering(responses.said(0, "A")),
  },
] as const)("$dialect: each request begins as the one before, over days, kills and failures", async (kind) => {
  const { config, field, key, calls, says } = kind;
  const server = await modelServer(inTurn(calls, says, calls, answerOf(500, "{}"), says, calls, says));
  let bench = await running({
    config: `version: 3
defaults: { full: m }
providers: { lab: ${config}"${server.url}" } }
models: { m: { provider: lab, class: full, context_window: 100000, reasoning: { type: thinking, can_disable: true } } }
default_permission_matcher: bypass
daemon: { retry: { max_retries: 0 } }
`,
  });
  for (const prompt of ["one", "two", "three", "four"]) {
    await bench.turn(prompt);
    bench.clock.pass(86_400_000);
    bench.disk.kill();
    bench = await bench.again();
  }
  expect(server.asked).toHaveLength(7);
  const all = server.asked.map(({ body }) => parts(body, field));
  for (const [at, { before, said }] of all.entries()) {
    expect(before).toBe(all[0]?.before);
    expect(JSON.parse(before).prompt_cache_key).toBe(key);
    const earlier = all[at - 1]?.said ?? [];
    expect([at, said.slice(0, earlier.length)]).toEqual([at, earlier]);
  }
});
