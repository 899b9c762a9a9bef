/** `alpha_messages`: an answer from its bytes. A stream of events, or one message from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { AnswerBytes } from "../answer-bytes.js";
import { type AnswerEnd, type AnswerReader, BadAnswer, type ModelEvent } from "../event.js";
import { type Fields, isFields } from "../fields.js";
import { Block } from "./block.js";

export class AlphaMessagesReader implements AnswerReader {
  readonly #bytes = new AnswerBytes();
  /** The blocks that are still growing, by their index. */
  readonly #open = new Map<unknown, Block>();
  /** Calls, and the state before each, for the end. */
  readonly #held: ModelEvent[] = [];
  readonly #usage = new GrowingUsage();
  #calls = 0;
  #finish: AnswerEnd | undefined;
  #isAnswer = false;
  #isDone = false;
  #bad: BadAnswer | undefined;

  get isDone(): boolean {
    return this.#isDone;
  }

  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  push(bytes: Uint8Array): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    if (this.#isDone) return events;
    try {
      this.#bytes.push(bytes, (data) => {
        this.#take(fieldsIn(data), data, events);
        return this.#isDone;
      });
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error;
      this.#bad = error;
      this.#isDone = true;
    }
    return events;
  }

  end(): readonly ModelEvent[] {
    if (this.#bad !== undefined) throw this.#bad;
    if (!this.#isDone) this.#bytes.expectText();
    const events: ModelEvent[] = [];
    if (this.#bytes.object !== undefined) this.#takeWhole(fieldsIn(this.#bytes.object), this.#bytes.object, events);
    if (this.#finish === undefined && !this.#isDone) throw new BadAnswer(this.#isAnswer ? "cut" : "foreign");
    const usage = this.#usage.sum;
    // The window has no room for a single token of an answer.
    if (this.#finish === "length" && usage?.output_tokens === 0) throw new BadAnswer("overflow");
    return [
      ...events,
      ...this.#held,
      ...(usage === undefined ? [] : [{ kind: "usage", usage } as const]),
      { kind: "finish", reason: this.#finish ?? "unknown" },
    ];
  }

  #take(event: Fields, data: string, events: ModelEvent[]): void {
    switch (event["type"]) {
      case "message_start":
        this.#isAnswer = true;
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
        this.#isDone = true;
        break;
      case "error":
        throw refused(event["error"], data);
    }
  }

  /** A message in one object. */
  #takeWhole(message: Fields, data: string, events: ModelEvent[]): void {
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
    this.#isAnswer = true;
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
    if (event === undefined) return;
    if (event.kind === "call" || this.#held.length > 0) this.#held.push(event);
    else events.push(event);
  }

  /** The reason may come before the end; a null one says nothing. */
  #endWith(reason: unknown): void {
    if (typeof reason !== "string") return;
    if (reason === "model_context_window_exceeded") throw new BadAnswer("overflow");
    this.#finish = REASONS.get(reason) ?? "unknown";
  }
}

const REASONS: ReadonlyMap<string, AnswerEnd> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["max_tokens", "length"],
  ["tool_use", "tool_calls"],
  ["refusal", "content_filter"],
]);

function fieldsIn(data: string): Fields {
  try {
    const value: unknown = JSON.parse(data);
    if (isFields(value)) return value;
  } catch {
    // Dropped, because the parser's message quotes the text.
  }
  throw new BadAnswer("foreign", undefined, data);
}

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
