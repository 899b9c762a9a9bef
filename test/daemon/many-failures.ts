/** A provider of three dialects that fails by chance, refuses what the strictest refuses, and wants its own state back byte for byte. */
import * as alpha from "../model/alpha-events.js";
import { alphaRefusals } from "../model/alpha-strict.js";
import * as responses from "../model/responses-events.js";
import { responsesRefusals } from "../model/responses-strict.js";
import { answerOf, callOf, DONE, event, type Script } from "../model/server.js";
import { refusals } from "../model/strict.js";
import type { Dice } from "../ports/chance.js";
import { settled } from "./bench.js";

type Dialect = "alpha" | "responses" | "chat";

const dialectOf = (target: string): Dialect =>
  target.includes("/messages") ? "alpha" : target.includes("/responses") ? "responses" : "chat";

type Json = Readonly<Record<string, unknown>>;

interface Seen {
  /** The state before each call, by its id. */
  readonly calls: readonly { readonly id: string; readonly state: string }[];
  /** All states. */
  readonly states: readonly string[];
  readonly texts: string;
}

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : list(content)
        .map((one) => String(one["text"] ?? ""))
        .join("\n");

/** What a request holds of the answers before it. */
function seenIn(dialect: Dialect, body: Json): Seen {
  const calls: { id: string; state: string }[] = [];
  const states: string[] = [];
  const texts: string[] = [];
  const take = (state: string): void => void (state !== "" && states.push(state));
  if (dialect === "responses") {
    let state = "";
    for (const item of list(body["input"])) {
      if (item["type"] === "reasoning") state = String(item["encrypted_content"]);
      if (item["type"] === "reasoning") take(state);
      if (item["type"] === "function_call") calls.push({ id: String(item["call_id"]), state });
      if (item["type"] === "function_call_output" || item["role"] === "user") state = "";
      texts.push(textOf(item["content"]));
    }
    return { calls, states, texts: texts.join("\n") };
  }
  for (const message of list(body["messages"])) {
    texts.push(textOf(message["content"]));
    if (dialect === "chat") {
      const state = String(message["reasoning_content"] ?? "");
      take(state);
      for (const { id } of list(message["tool_calls"])) calls.push({ id: String(id), state });
      continue;
    }
    let state = "";
    for (const block of list(message["content"])) {
      if (block["type"] === "thinking") state = `${block["thinking"]}|${block["signature"]}`;
      if (block["type"] === "thinking") take(state);
      if (block["type"] === "tool_use") calls.push({ id: String(block["id"]), state });
    }
  }
  return { calls, states, texts: texts.join("\n") };
}

const REFUSALS = { alpha: alphaRefusals, responses: responsesRefusals, chat: refusals };

/** How an answer goes wrong. */
const WAYS = "429 529 500 cut-head cut-text stall-text cut-call overloaded cut-end stall-head cut-thought".split(" ");

interface Answer {
  readonly text: string | undefined;
  readonly calls: readonly { readonly id: string; readonly input: string }[];
  readonly state: string;
}

/** Pieces of an answer; the last one ends it. */
function piecesOf(dialect: Dialect, { text, calls, state }: Answer, body: string): readonly string[] {
  const tokens = Math.ceil(body.length / 4);
  if (dialect === "chat") {
    const said = (delta: object): string => event({ choices: [{ index: 0, delta }] });
    const end = event({ choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? "tool_calls" : "stop" }] });
    const usage = event({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: 150 } });
    return [
      ...(state === "" ? [] : [said({ reasoning_content: state })]),
      ...(text === undefined ? [] : [said({ content: text })]),
      ...calls.map(({ id, input }, at) => callOf("shell", input, at, id)),
      end + usage + DONE,
    ];
  }
  if (dialect === "responses") {
    const usage = { input_tokens: tokens, output_tokens: 150, total_tokens: tokens + 150 };
    return [
      responses.start,
      ...(state === "" ? [] : [responses.thought(0, ["hm"], state)]),
      ...(text === undefined ? [] : [responses.said(1, text)]),
      ...calls.map(({ id, input }, at) => responses.called(2 + at, id, "shell", input)),
      responses.end("completed", { usage }),
    ];
  }
  const [thinking = "", signature = ""] = state.split("|");
  const usage = { input_tokens: tokens, output_tokens: 1 };
  return [
    alpha.event({ type: "message_start", message: { type: "message", content: [], usage } }),
    ...(state === "" ? [] : [alpha.thought(0, thinking, signature)]),
    ...(text === undefined ? [] : [alpha.said(1, text)]),
    ...calls.map(({ id, input }, at) => alpha.called(2 + at, id, "shell", input)),
    alpha.end(calls.length > 0 ? "tool_use" : "end_turn", 150) + alpha.stopped,
  ];
}

export interface Provider {
  readonly script: Script;
  /** What was wrong with requests. */
  readonly wrong: string[];
  /** Whole answers, and summaries, in their order. */
  readonly answered: ("answer" | "summary")[];
  /** The texts of the last request that was no summary. */
  readonly lastTexts: () => string;
}

/** The reasoning of an answer in parts is one text in chat completions. */
function isMade(state: string, made: ReadonlySet<string>): boolean {
  if (made.has(state)) return true;
  return [...made].some((one) => one !== "" && state.startsWith(one) && isMade(state.slice(one.length), made));
}

const isOf = (state: string, own: string): boolean => state.endsWith(own);

interface Wishes {
  readonly roll: Dice;
  readonly window: number;
  /** The share of requests that fail. */
  readonly failing: number;
  /** The provider says nothing more: time passes. */
  readonly stall: () => void;
  /** Called for each request; true when the session was killed. */
  readonly kills: () => boolean;
}

export function providerOf({ roll, window, failing, stall, kills }: Wishes): Provider {
  const states = new Map<string, string>();
  const made: Record<Dialect, Set<string>> = { alpha: new Set(), responses: new Set(), chat: new Set() };
  const wrong: string[] = [];
  const answered: ("answer" | "summary")[] = [];
  let [count, row, calls, last] = [0, 0, 0, ""];
  let rounds = 0;
  const script: Script = async (one) => {
    const { body, target } = one.asked;
    const dialect = dialectOf(target);
    const json = JSON.parse(body) as Json;
    const isSummary = json["tools"] === undefined;
    const found = [...REFUSALS[dialect](body)];
    const seen = seenIn(dialect, json);
    if (body.length / 4 > window) found.push(`${Math.ceil(body.length / 4)} tokens are over the window`);
    for (const { id, state } of seen.calls)
      if (states.has(id) && made[dialect].has(states.get(id) ?? "") && !isOf(state, states.get(id) ?? ""))
        found.push(`the state of ${id} is ${JSON.stringify(state)} and not ${JSON.stringify(states.get(id))}`);
    for (const state of seen.states)
      if (!isMade(state, made[dialect])) found.push(`the state ${JSON.stringify(state)} is not of ${dialect}`);
    if (new Set(seen.states).size < seen.states.length) found.push("a state came twice");
    wrong.push(...found.map((what) => `${dialect}: ${what}`));
    if (!isSummary) last = seen.texts;
    if (found.length > 0) return answerOf(400, JSON.stringify({ error: { message: found.join("; ") } }))(one);
    if (kills()) return one.cut();
    count += 1;
    const way = row < 3 && roll(1000 + 1) / 1000 < failing ? WAYS[roll(WAYS.length)] : undefined;
    row = way === undefined ? 0 : row + 1;
    const goesOn = seen.texts.endsWith("Continue from where you stopped.");
    rounds = goesOn || rounds >= 3 || roll(9 + 1) < 4 ? 0 : rounds + 1;
    const state =
      isSummary && roll(1 + 1) === 0 ? "" : `thought ${count} é\u2028"\\ ${"t".repeat(roll(200 + 1))}|c2ln${count}+/==`;
    const wanted = isSummary || rounds === 0 ? 0 : 1 + roll(2 + 1);
    const own = Array.from({ length: wanted }, () => {
      calls += 1;
      const bytes = roll(3 + 1) === 0 ? 6000 : roll(300 + 1);
      const command = `echo ${calls} >> ran; head -c ${bytes} /dev/zero | tr '\\0' x`;
      return { id: `call_${calls}`, input: JSON.stringify({ command }) };
    });
    const hasText = wanted === 0 || roll(1 + 1) === 0;
    const text = isSummary
      ? "They build a boat."
      : hasText
        ? `answer ${count} ${"word ".repeat(roll(150 + 1))}.`
        : undefined;
    if (!isSummary) made[dialect].add(state);
    if (way === undefined) for (const { id } of own) states.set(id, state);
    const pieces = piecesOf(dialect, { text, calls: own, state: dialect !== "alpha" && isSummary ? "" : state }, body);
    const refuse = (status: number, headers = {}): Promise<void> => {
      one.head(status, { "content-type": "application/json", ...headers });
      return one.send("{}").then(() => one.end());
    };
    if (way === "429") return refuse(429, { "retry-after": "2" });
    if (way === "529" || way === "500") return refuse(Number(way));
    if (way === "cut-head") return one.cut();
    one.head(200, { "content-type": "text/event-stream" });
    if (way === "stall-head") {
      stall();
      return one.closed;
    }
    if (way === "overloaded") {
      const error = { type: "error", error: { type: "overloaded_error", message: "no" } };
      await one.send(
        dialect === "alpha" ? alpha.event(error) : dialect === "chat" ? event(error) : responses.event("error", error),
      );
      return one.end();
    }
    const cutWithin = async (piece: string): Promise<void> => {
      await one.send(piece.slice(0, piece.length / 2));
      one.cut();
    };
    for (const [at, piece] of pieces.entries()) {
      if (way === "cut-end" && at === pieces.length - 1) return one.cut();
      const isCut = (way === "cut-thought" && at === 1) || (way === "cut-call" && piece.includes("head -c"));
      if (isCut) return cutWithin(piece);
      const isText = text !== undefined && piece.includes(text.slice(0, 12));
      const isBroken = isText && (way === "cut-text" || way === "stall-text");
      await one.send(isBroken ? piece.slice(0, piece.length * 0.7) : piece);
      if (!isBroken) continue;
      if (way === "cut-text") return one.cut();
      await settled();
      stall();
      return one.closed;
    }
    one.end();
    answered.push(isSummary ? "summary" : "answer");
  };
  return { script, wrong, answered, lastTexts: () => last };
}
