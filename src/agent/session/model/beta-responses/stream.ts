/** `beta_responses`: an answer from its bytes. A stream of events, or one response from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { type AnswerEnd, BadAnswer, type ModelEvent } from "../event.js";
import { type Fields, fieldsIn, isFields } from "../fields.js";
import { StreamedAnswer } from "../streamed-answer.js";
import { stateOf } from "./state.js";

export class BetaResponsesReader extends StreamedAnswer {
  #usage: Usage | undefined;
  /** The items that are whole. */
  #items = 0;
  #calls = 0;
  /** The indexes of messages whose text has come in pieces. */
  readonly #told = new Set<unknown>();
  /** Whether the summary has text, so that its next part begins behind a break. */
  #hasReasoning = false;

  protected override get usage(): Usage | undefined {
    return this.#usage;
  }

  protected override take(data: string, events: ModelEvent[]): void {
    // Some gateways end every stream as chat completions do.
    if (data === "[DONE]") return;
    const event = fieldsIn(data);
    const { type, delta } = event;
    if (typeof type === "string" && type.startsWith("response.")) this.begin();
    switch (type) {
      case "response.output_text.delta":
      case "response.refusal.delta":
        this.#told.add(event["output_index"]);
        this.#say("text", delta, events);
        break;
      case "response.reasoning_summary_part.added":
        if (this.#hasReasoning) this.#say("reasoning", "\n\n", events);
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#hasReasoning = true;
        this.#say("reasoning", delta, events);
        break;
      case "response.output_item.done":
        this.#takeItem(event["item"], event["output_index"], events);
        break;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.#takeEnd(event["response"], data, events);
        this.close();
        break;
      case "error":
        throw refused(isFields(event["error"]) ? event["error"] : event, data);
    }
  }

  protected override takeWhole(data: string, events: ModelEvent[]): void {
    const answer = fieldsIn(data);
    if (isFields(answer["error"])) throw refused(answer["error"], data);
    if (!Array.isArray(answer["output"])) throw new BadAnswer("foreign", undefined, data);
    this.#takeEnd(answer, data, events);
  }

  /** The end repeats the items, for servers that have not sent them one by one. */
  #takeEnd(response: unknown, data: string, events: ModelEvent[]): void {
    if (!isFields(response)) throw new BadAnswer("foreign", undefined, data);
    const { output, status, error, incomplete_details, usage } = response;
    if (this.#items === 0 && Array.isArray(output))
      for (const [index, item] of output.entries()) this.#takeItem(item, index, events);
    this.#usage = usageIn(usage) ?? this.#usage;
    if (status === "failed") throw refused(isFields(error) ? error : {}, JSON.stringify({ error }));
    this.endWith(status === "incomplete" ? cutBy(incomplete_details) : this.hasCalls ? "tool_calls" : "stop");
  }

  #takeItem(item: unknown, index: unknown, events: ModelEvent[]): void {
    if (!isFields(item)) return;
    this.#items += 1;
    if (item["type"] === "message" && !this.#told.has(index)) this.#say("text", textIn(item["content"]), events);
    if (item["type"] === "function_call") this.add({ kind: "call", call: this.#callOf(item) }, events);
    const state = stateOf(item);
    if (state !== undefined) this.add({ kind: "state", state }, events);
  }

  #callOf({ call_id, name, arguments: input }: Fields) {
    this.#calls += 1;
    if (this.#calls > limits.toolCalls) throw new BadAnswer("too-large");
    return {
      id: typeof call_id === "string" && call_id !== "" ? call_id : `call_${this.#calls}`,
      name: typeof name === "string" ? name : "",
      input: typeof input === "string" && input !== "" ? input : "{}",
    };
  }

  #say(kind: "text" | "reasoning", text: unknown, events: ModelEvent[]): void {
    if (typeof text === "string" && text !== "") events.push({ kind, text });
  }
}

function cutBy(details: unknown): AnswerEnd {
  const reason = isFields(details) ? details["reason"] : undefined;
  return reason === "max_output_tokens" ? "length" : reason === "content_filter" ? "content_filter" : "unknown";
}

/** The texts of a message, refusals among them. */
function textIn(content: unknown): string {
  const parts = Array.isArray(content) ? content.filter(isFields) : [];
  return parts.map(({ type, text, refusal }) => String((type === "refusal" ? refusal : text) ?? "")).join("");
}

/** The statuses that the codes of errors stand for. */
const STATUSES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ["rate_limit_exceeded", 429],
  ["server_error", 500],
  ["server_is_overloaded", 503],
  ["invalid_prompt", 400],
]);

/** `words`: the error as JSON. */
function refused({ code }: Fields, words: string): BadAnswer {
  return new BadAnswer("refused", STATUSES.get(code), words);
}

function usageIn(value: unknown): Usage | undefined {
  if (!isFields(value)) return undefined;
  const { input_tokens, output_tokens } = value;
  return isCount(input_tokens) && isCount(output_tokens) ? { input_tokens, output_tokens } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
