/** A provider that takes nothing over its window, and a session that it is too small for. */
import type { Compacted, SyncRecordV1, TurnFinished } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  callOf,
  delta,
  event,
  type ModelServer,
  modelServer,
  type Script,
  streaming,
} from "../model/server.js";
import { refusals } from "../model/strict.js";
import { type Bench, running } from "./bench.js";

interface Sent {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly unknown[];
}

export const sentIn = (body: string): Sent => JSON.parse(body) as Sent;

export const textsIn = (body: string): string =>
  sentIn(body)
    .messages.map(({ content }) => String(content))
    .join("\n");

export const tokensIn = (body: string): number => Math.ceil(body.length / 4);

/** Whether a request is one for a summary: no other goes without tools here. */
export const isSummary = (body: string): boolean => sentIn(body).tools === undefined;

export const summariesOf = ({ asked }: ModelServer): readonly string[] =>
  asked.flatMap(({ body }) => (isSummary(body) ? [body] : []));

export const end = (reason: string): string => event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });

export const usage = (body: string): string =>
  event({ choices: [], usage: { prompt_tokens: tokensIn(body), completion_tokens: 150 } });

export const TOO_LONG = answerOf(
  400,
  '{"error":{"message":"the prompt is too long","code":"context_length_exceeded"}}',
);

/** Takes nothing over the window of the model, and nothing that the strictest provider refuses. */
export function strict(then: Script, windows: Readonly<Record<string, number>> = { m: 16_000 }): Script {
  return (one) => {
    const { body } = one.asked;
    const wrong = refusals(body);
    if (wrong.length > 0) return answerOf(400, JSON.stringify({ error: { message: wrong.join("; ") } }))(one);
    return (tokensIn(body) > (windows[sentIn(body).model] ?? 0) ? TOO_LONG : then)(one);
  };
}

export const SUMMARY = "They build a boat, and are on their way.";

export const summarising: Script = (one) => streaming(delta(SUMMARY), usage(one.asked.body), end("stop"))(one);

/** Says a paragraph of 200 tokens; in every third turn it first prints 6,000 bytes. */
export function working(isReported = true, summary: Script = summarising): Script {
  return (one) => {
    const { body } = one.asked;
    if (isSummary(body)) return summary(one);
    const last = sentIn(body).messages.at(-1);
    const turn = Number(/turn (\d+): go on$/.exec(String(last?.content))?.[1] ?? 1);
    const counted = isReported ? usage(body) : "";
    if (last?.role !== "user" || turn % 3 !== 0)
      return streaming(delta("paragraph ".repeat(80)), counted, end("stop"))(one);
    const call = callOf("shell", { command: "head -c 6000 /dev/zero | tr '\\0' x" }, 0, `call-${turn}`);
    return streaming(call, counted, end("tool_calls"))(one);
  };
}

export interface Started {
  readonly bench: Bench;
  readonly server: ModelServer;
}

/** A model with this window, and calls that nobody is asked about. */
export function configOf(url: string, window: number | string = 16_000, daemon = ""): string {
  const config = single(`${url}/v1`, "", "", daemon).replace("context_window: 60000", `context_window: ${window}`);
  return `default_permission_matcher: bypass\n${config}`;
}

/** `window`: that of the configuration. `mini`: that of a smaller model `s`, which summarises. */
export async function started(
  script: Script,
  {
    window = 16_000,
    mini,
    more = "",
    daemon = "",
  }: {
    readonly window?: number | string;
    readonly mini?: number;
    readonly more?: string;
    readonly daemon?: string;
  } = {},
): Promise<Started> {
  const server = await modelServer(script);
  const config = configOf(server.url, window, daemon);
  const both =
    mini === undefined
      ? config
      : `${config.replace("full: m", "full: m, mini: s")}  s: { provider: lab, class: mini, context_window: ${mini} }\n`;
  return { server, bench: await running({ config: `${both}${more}` }) };
}

/** Prompts `turn 1: go on` and so on, until a turn was compacted or failed; the records of that turn. */
export async function untilFull(bench: Bench, most = 60): Promise<readonly SyncRecordV1[]> {
  for (let turn = 1; turn <= most; turn += 1) {
    const { records } = await bench.turn(`turn ${turn}: go on`);
    if (compactedIn(records).length > 0 || endOf(records).outcome !== "completed") return records;
  }
  throw new Error("it was never full");
}

export const compactedIn = (records: readonly SyncRecordV1[]): readonly Compacted[] =>
  records.filter((record): record is Compacted => record.kind === "compacted");

export const endOf = (records: readonly SyncRecordV1[]): TurnFinished => {
  const last = records.at(-1);
  if (last?.kind !== "turn_finished") throw new Error(`the last record is ${last?.kind}`);
  return last;
};

export const noticesOf = async (bench: Bench): Promise<readonly string[]> =>
  (await bench.history()).flatMap(({ kind, text = "" }) => (kind === "notice" ? [text] : []));
