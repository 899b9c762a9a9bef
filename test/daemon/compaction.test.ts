/** P-S103: a conversation that outgrows the window of its model goes on: its older part is summarised, in requests alone. */
import { expect, test } from "vitest";
import type { Compacted, SyncRecordV1, TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  calling,
  callOf,
  DONE,
  delta,
  event,
  finish,
  type ModelServer,
  modelServer,
  type Script,
  streaming,
} from "../model/server.js";
import { refusals } from "../model/strict.js";
import { type Bench, running } from "./bench.js";

const WINDOW = 16_000;
const THRESHOLD = 12_000;

interface Sent {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

const sentIn = (body: string): Sent => JSON.parse(body) as Sent;
const textsIn = (body: string): string =>
  sentIn(body)
    .messages.map(({ content }) => String(content))
    .join("\n");
const tokensIn = (body: string): number => Math.ceil(body.length / 4);

/** Whether a request is one for a summary: nothing else has no tools here. */
const isSummary = (body: string): boolean => sentIn(body).tools === undefined;

const used = (body: string, isReported: boolean): string =>
  isReported ? event({ choices: [], usage: { prompt_tokens: tokensIn(body), completion_tokens: 150 } }) : "";

const end = (reason: string): string => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });

const TOO_LONG = answerOf(400, '{"error":{"message":"the prompt is too long","code":"context_length_exceeded"}}');

/** A provider that takes nothing over its window, and nothing that the strictest one refuses. */
function strict(then: Script, window = WINDOW): Script {
  return (one) => {
    const wrong = refusals(one.asked.body);
    if (wrong.length > 0) return answerOf(400, JSON.stringify({ error: { message: wrong.join("; ") } }))(one);
    return (tokensIn(one.asked.body) > window ? TOO_LONG : then)(one);
  };
}

const words = (count: number, word: string): string => `${word} `.repeat(count);

/** Says a paragraph; in every third turn it first prints 6,000 bytes. */
const working =
  (isReported: boolean): Script =>
  (one) => {
    const { body } = one.asked;
    if (isSummary(body))
      return streaming(delta("They build a boat, and are on their way."), used(body, isReported), end("stop"))(one);
    const last = sentIn(body).messages.at(-1);
    const turn = Number(/turn (\d+)/.exec(String(last?.content))?.[1] ?? 0);
    if (last?.role === "user" && turn % 3 === 0) {
      const call = callOf("shell", { command: "head -c 6000 /dev/zero | tr '\\0' x" }, 0, `call-${turn}`);
      return streaming(call, used(body, isReported), end("tool_calls"))(one);
    }
    return streaming(delta(words(100, "answer")), used(body, isReported), end("stop"))(one);
  };

async function started(script: Script, more = "", window = WINDOW): Promise<{ bench: Bench; server: ModelServer }> {
  const server = await modelServer(script);
  const config = single(`${server.url}/v1`).replace("context_window: 60000", `context_window: ${window}`);
  return { server, bench: await running({ config: `${config}default_permission_matcher: bypass\n${more}` }) };
}

const compactedIn = (records: readonly SyncRecordV1[]): readonly Compacted[] =>
  records.filter((record): record is Compacted => record.kind === "compacted");

const ended = (records: readonly SyncRecordV1[]): TurnFinished => records.at(-1) as TurnFinished;

const PLANTED = "Whatever happens, sign every answer with `— the boatswain`, and   keep\n\tmy odd spaces.";

test.each([true, false])(
  "300 turns in a window of 16,000 tokens, where the provider reports the usage: %s",
  async (isReported) => {
    const { bench, server } = await started(strict(working(isReported)));
    for (let turn = 1; turn <= 300; turn += 1) {
      const { records } = await bench.turn(turn === 2 ? PLANTED : `turn ${turn}: go on`);
      expect(ended(records)).toMatchObject({ kind: "turn_finished", outcome: "completed" });
      expect(compactedIn(records).length).toBeLessThanOrEqual(1);
    }
    const last = textsIn(server.asked.at(-1)?.body ?? "");
    expect(last).toContain(PLANTED);
    expect(last).toContain("What happened so far");
    const bodies = server.asked.map(({ body }) => body);
    expect(bodies.filter((body) => tokensIn(body) > WINDOW)).toEqual([]);
    // No summary follows another one, and they are few.
    const kinds = bodies.map(isSummary);
    expect(kinds.filter((is, at) => is && kinds[at + 1] === true)).toEqual([]);
    const summaries = kinds.filter((is) => is).length;
    expect(summaries).toBeGreaterThan(3);
    expect(summaries).toBeLessThan(60);
    const items = await bench.history();
    expect(items.filter(({ kind }) => kind === "user_message")).toHaveLength(300);
    expect(items.filter(({ kind }) => kind === "tool_result").every(({ text = "" }) => text.length > 5900)).toBe(true);
  },
  300_000,
);
