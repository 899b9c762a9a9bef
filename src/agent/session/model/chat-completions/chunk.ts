/**
 * `beta_chat_completions`: one object of an answer, a chunk of a stream or the whole, with the calls of tools in it. Every field of it is
 * checked, and servers differ in what they leave out.
 */
import type { Usage } from "../../../../generated/protocol/types.js";
import { type AnswerEnd, BadAnswer } from "../event.js";
import { type Fields, fieldsIn, isFields } from "../fields.js";
import { callStateIn } from "./state.js";

export interface Chunk {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly CallPiece[];
  /** The fields that hold opaque state, among others. */
  readonly said: Fields;
  readonly finish?: AnswerEnd;
  readonly usage?: Usage;
  /** Why the answer ends here; the text of this object still counts. */
  readonly bad?: BadAnswer;
}

/** The finish reasons of servers that speak this dialect, some with words of their own. */
const REASONS: Readonly<Record<Exclude<AnswerEnd, "unknown" | "paused">, readonly unknown[]>> = {
  stop: ["stop", "eos", "eos_token", "end_turn", "stop_sequence"],
  length: ["length", "max_tokens", "model_length"],
  content_filter: ["content_filter", "sensitive", "safety"],
  tool_calls: ["tool_calls", "function_call", "tool_use"],
};

function finishOf(reason: unknown): AnswerEnd {
  const known = Object.entries(REASONS).find(([, words]) => words.includes(reason));
  return known === undefined ? "unknown" : (known[0] as AnswerEnd);
}

/**
 * Reads an object. `part` is the field of a choice that holds its text; the first choice counts. Throws a `BadAnswer` for anything but an
 * object.
 */
export function chunkOf(json: string, part: "delta" | "message"): Chunk {
  const value = fieldsIn(json);
  const choices: readonly unknown[] = Array.isArray(value["choices"]) ? value["choices"] : [];
  const choice = choices.filter(isFields).find(({ index = 0 }) => index === 0) ?? {};
  const said = isFields(choice[part]) ? choice[part] : {};
  const reason = choice["finish_reason"] ?? undefined;
  const bad =
    errorIn(value["error"], json) ??
    errorIn(choice["error"], JSON.stringify({ error: choice["error"] })) ??
    badEnd(reason);
  const usage = usageIn(value["usage"]);
  return {
    text: textIn(said["content"]) + textIn(said["refusal"]),
    calls: callPiecesIn(said),
    said,
    reasoning: textIn(said["reasoning_content"]) || textIn(said["reasoning"]) || textIn(said["content"], ["thinking"]),
    ...(reason === undefined ? {} : { finish: finishOf(reason) }),
    ...(usage === undefined ? {} : { usage }),
    ...(bad === undefined ? {} : { bad }),
  };
}

/** Finish reasons of a conversation that leaves no room for an answer. */
const OVERFLOWS = ["model_context_window_exceeded", "context_length_exceeded", "context_window_exceeded"];

function badEnd(reason: unknown): BadAnswer | undefined {
  if (typeof reason === "string" && OVERFLOWS.includes(reason)) return new BadAnswer("overflow");
  return reason === "error" ? new BadAnswer("refused", undefined, "") : undefined;
}

/** `words`: the error as JSON. An empty one is none. */
function errorIn(error: unknown, words: string): BadAnswer | undefined {
  const [first] = Array.isArray(error) ? error : [error];
  const isError = isFields(first) ? Object.keys(first).length > 0 : typeof first === "string" && first !== "";
  return isError ? new BadAnswer("refused", isFields(first) ? statusIn(first) : undefined, words) : undefined;
}

/** A text, or the texts of a list of parts, joined (P-S54). A part is `{"type":"text","text":…}`; other kinds are ignored. */
function textIn(value: unknown, kinds: readonly unknown[] = ["text", "refusal"]): string {
  if (Array.isArray(value)) return value.map((part) => textIn(part, kinds)).join("");
  if (typeof value === "string") return kinds.includes("text") ? value : "";
  if (!isFields(value) || !kinds.includes(value["type"])) return "";
  return textIn(value[String(value["type"])]);
}

/** A status by number, or by the word that stands for one. */
function statusIn({ code, type }: Fields): number | undefined {
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status < 600) return status;
  return [code, type].some((word) => typeof word === "string" && word.startsWith("rate_limit")) ? 429 : undefined;
}

function usageIn(value: unknown): Usage | undefined {
  if (!isFields(value)) return undefined;
  const [input_tokens, output_tokens] = [value["prompt_tokens"], value["completion_tokens"]];
  return isCount(input_tokens) && isCount(output_tokens) ? { input_tokens, output_tokens } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A piece of a call. */
export interface CallPiece {
  /** Tells calls of one answer apart; undefined for a piece of the call before. */
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  /** More of its JSON. */
  readonly input: string;
  /** Its opaque state so far. */
  readonly state: string | undefined;
}

/** The pieces in a `delta` or a `message`, the older `function_call` included. */
function callPiecesIn(said: Fields): readonly CallPiece[] {
  const calls = Array.isArray(said["tool_calls"]) ? said["tool_calls"].filter(isFields) : [];
  const pieces = calls.map((call) => pieceOf(call, call["function"], indexIn(call["index"])));
  return isFields(said["function_call"]) ? [...pieces, pieceOf({}, said["function_call"], 0)] : pieces;
}

function pieceOf(call: Fields, named: unknown, index: number | undefined): CallPiece {
  const { name, arguments: input } = isFields(named) ? named : {};
  return { index, id: stringIn(call["id"]), name: stringIn(name), input: inputIn(input), state: callStateIn(call) };
}

/** Some servers send the arguments as an object. */
function inputIn(input: unknown): string {
  return isFields(input) ? JSON.stringify(input) : stringIn(input);
}

function indexIn(index: unknown): number | undefined {
  return Number.isSafeInteger(index) ? Number(index) : undefined;
}

function stringIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
