/** `alpha_messages`: an answer from its bytes. A stream of events, or one message from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { type AnswerEnd, BadAnswer, type ModelEvent } from "../event.js";
import { fieldsIn, isFields } from "../fields.js";
import { StreamedAnswer } from "../streamed-answer.js";
import { Block } from "./block.js";

export class AlphaMessagesReader extends StreamedAnswer {
  /** The blocks that are still growing, by their index. */
  readonly #open = new Map<unknown, Block>();
  readonly #usage = new GrowingUsage();
  #calls = 0;

  protected override get usage(): Usage | undefined {
    return this.#usage.sum;
  }

  protected override take(data: string, events: ModelEvent[]): void {
    // Some gateways end every stream as chat completions do.
    if (data === "[DONE]") return;
    const event = fieldsIn(data);
    switch (event["type"]) {
      case "message_start":
        this.begin();
        if (isFields(event["message"])) this.#usage.add(event["message"]["usage"]);
        break;
      case "content_block_start":
        this.#begin(event["index"], event["content_block"], events);
        break;
      case "content_block_delta":
        if (isFields(event["delta"])) events.push(...(this.#open.get(event["index"])?.grow(event["delta"]) ?? []));
        break;
      case "content_block_stop":
        this.#close(event["index"], events);
        break;
      case "message_delta":
        this.#usage.add(event["usage"]);
        if (isFields(event["delta"])) this.#endWith(event["delta"]["stop_reason"]);
        break;
      case "message_stop":
        this.close();
        break;
      case "error":
        throw refused(event["error"], data);
    }
  }

  protected override takeWhole(data: string, events: ModelEvent[]): void {
    const message = fieldsIn(data);
    if (message["type"] === "error") throw refused(message["error"], data);
    if (message["type"] !== "message" || !Array.isArray(message["content"]))
      throw new BadAnswer("foreign", undefined, data);
    for (const [index, block] of message["content"].entries()) {
      this.#begin(index, block, events);
      this.#close(index, events);
    }
    this.#usage.add(message["usage"]);
    this.#endWith(message["stop_reason"] ?? "end_turn");
  }

  #begin(index: unknown, block: unknown, events: ModelEvent[]): void {
    this.begin();
    if (!isFields(block)) return;
    if (block["type"] === "tool_use") this.#calls += 1;
    if (this.#calls > limits.toolCalls) throw new BadAnswer("too-large");
    const begun = new Block(block, this.#calls);
    this.#open.set(index, begun);
    events.push(...begun.beginning);
  }

  #close(index: unknown, events: ModelEvent[]): void {
    const block = this.#open.get(index);
    this.#open.delete(index);
    const event = block?.end();
    if (event !== undefined) this.add(event, events);
  }

  /** The reason may come before the end; a null one says nothing. */
  #endWith(reason: unknown): void {
    if (typeof reason !== "string") return;
    if (reason === "model_context_window_exceeded") throw new BadAnswer("overflow");
    this.endWith(REASONS.get(reason) ?? "unknown");
  }
}

const REASONS: ReadonlyMap<string, AnswerEnd> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "content_filter"],
  ["pause_turn", "paused"],
]);

/** The statuses that the types of errors stand for. */
const STATUSES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

/** `words`: the error as JSON. */
function refused(error: unknown, words: string): BadAnswer {
  return new BadAnswer("refused", isFields(error) ? STATUSES.get(error["type"]) : undefined, words);
}

const INPUTS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"] as const;

/** Counts of an answer: each one that comes replaces the earlier one of its name, and a null one says nothing. */
class GrowingUsage {
  readonly #counts = new Map<string, number>();

  add(usage: unknown): void {
    if (!isFields(usage)) return;
    for (const name of [...INPUTS, "output_tokens"]) {
      const count = usage[name];
      if (Number.isSafeInteger(count) && Number(count) >= 0) this.#counts.set(name, Number(count));
    }
  }

  get sum(): Usage | undefined {
    const output_tokens = this.#counts.get("output_tokens");
    if (output_tokens === undefined || !this.#counts.has("input_tokens")) return undefined;
    return { input_tokens: INPUTS.reduce((sum, name) => sum + (this.#counts.get(name) ?? 0), 0), output_tokens };
  }
}
