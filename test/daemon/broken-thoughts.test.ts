/**
 * Answers with thoughts, a text and a call that break off after any of their events, in each dialect: the strictest provider takes the request that
 * goes on from them and every later one, and no call runs twice (P-S93, P-S102).
 */
import { expect, test } from "vitest";
import type { TurnFinished } from "../../src/generated/protocol/types.js";
import * as alpha from "../model/alpha-events.js";
import { alphaRefusals } from "../model/alpha-strict.js";
import * as responses from "../model/responses-events.js";
import { responsesRefusals } from "../model/responses-strict.js";
import { answerOf, callOf, DONE, delta, event, finish, inTurn, modelServer, type Script } from "../model/server.js";
import { refusals } from "../model/strict.js";
import { running } from "./bench.js";

interface Dialect {
  readonly kind: string;
  readonly reasoning: string;
  readonly refusals: (body: string) => readonly string[];
  /** A thought, two pieces of a text and a call, in any number of events. */
  readonly answer: (id: string) => string;
  readonly last: string;
}

const CHAT: Dialect = {
  kind: "custom_beta_compatible",
  reasoning: "{ type: no_reasoning }",
  refusals,
  answer: (id) =>
    event({ choices: [{ index: 0, delta: { reasoning_content: "hm" } }] }) +
    delta("I look ") +
    delta("there. ") +
    callOf("nothing", {}, 0, id) +
    finish("tool_calls") +
    DONE,
  last: delta("done") + finish() + DONE,
};

const ALPHA: Dialect = {
  kind: "custom_alpha_compatible",
  reasoning: "{ type: thinking, can_disable: true }",
  refusals: alphaRefusals,
  answer: (id) =>
    alpha.start +
    alpha.thought(0, "hm", "c2ln+/==") +
    alpha.said(1, "I look ", "there. ") +
    alpha.called(2, id, "nothing", "{", "}") +
    alpha.end("tool_use") +
    alpha.stopped,
  last: alpha.start + alpha.said(0, "done") + alpha.end("end_turn") + alpha.stopped,
};

const RESPONSES: Dialect = {
  kind: "custom_beta_responses",
  reasoning: "{ type: effort, effort_set: s, can_disable: false, levels: [low, high], default_level: low }",
  refusals: responsesRefusals,
  answer: (id) =>
    responses.start +
    responses.thought(0, ["hm"], "gAAAAA+/==") +
    responses.said(1, "I look ", "there. ") +
    responses.called(2, id, "nothing", "{}") +
    responses.end("completed"),
  last: responses.start + responses.said(0, "done") + responses.end("completed"),
};

const configOf = ({ kind, reasoning }: Dialect, url: string): string => `version: 3
defaults: { full: m }
daemon: { retry: { base_delay_ms: 0 } }
providers:
  lab: { kind: { type: ${kind} }, url: "${url}" }
models:
  m: { provider: lab, class: full, context_window: 100000, max_output_tokens_per_turn: 4000, reasoning: ${reasoning} }
`;

const streamed =
  (text: string, isCut: boolean): Script =>
  async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    if (text !== "") await one.send(text);
    if (isCut) one.cut();
    else one.end();
  };

test.each<readonly [string, Dialect]>([
  ["beta_chat_completions", CHAT],
  ["alpha_messages", ALPHA],
  ["beta_responses", RESPONSES],
])("%s", async (_, dialect) => {
  const refused: string[] = [];
  const strictly =
    (script: Script): Script =>
    (one) => {
      const wrong = dialect.refusals(one.asked.body);
      refused.push(...wrong);
      return (wrong.length === 0 ? script : answerOf(400, JSON.stringify({ error: { message: wrong.join("; ") } })))(
        one,
      );
    };
  const server = await modelServer(() => expect.unreachable());
  const bench = await running({ config: configOf(dialect, server.url) });
  const events = dialect.answer("call_1").match(/[\s\S]*?\n\n/g) ?? [];
  expect(events.length).toBeGreaterThan(6);
  let turns = 0;
  for (let count = 0; count < events.length; count += 1) {
    const cut = streamed(
      dialect
        .answer(`call_a${count}`)
        .match(/[\s\S]*?\n\n/g)
        ?.slice(0, count)
        .join("") ?? "",
      true,
    );
    const whole = streamed(dialect.answer(`call_b${count}`), false);
    server.answer(strictly(inTurn(cut, whole, streamed(dialect.last, false))));
    const { records } = await bench.turn(`prompt ${count}`);
    expect(refused).toEqual([]);
    expect(records.at(-1) as TurnFinished).toMatchObject({ outcome: "completed", finish: "stop" });
    turns += 1;
  }
  const items = await bench.history();
  const idsOf = (kind: string) => items.filter((item) => item.kind === kind).map(({ tool }) => tool?.call_id);
  expect(idsOf("tool_call").length).toBeGreaterThanOrEqual(turns);
  expect(new Set(idsOf("tool_call")).size).toBe(idsOf("tool_call").length);
  expect(idsOf("tool_result").toSorted()).toEqual(idsOf("tool_call").toSorted());
});
