/** An answer of typed events, or one typed object: what `alpha_messages` and `beta_responses` have in common. */
import type { Usage } from "../../../generated/protocol/types.js";
import { AnswerBytes } from "./answer-bytes.js";
import { type AnswerEnd, type AnswerReader, BadAnswer, type ModelEvent } from "./event.js";
import { type Fields, isFields } from "./fields.js";

export abstract class StreamedAnswer implements AnswerReader {
  readonly #bytes = new AnswerBytes();
  /** Calls, and the state before each, for the end. */
  readonly #held: ModelEvent[] = [];
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

  /** The counts so far. */
  protected abstract readonly usage: Usage | undefined;

  /** Takes one event and adds what it says to `events`. Throws a `BadAnswer`. `data`: the same as text. */
  protected abstract take(event: Fields, data: string, events: ModelEvent[]): void;

  /** Takes an answer in one object. */
  protected abstract takeWhole(answer: Fields, data: string, events: ModelEvent[]): void;

  push(bytes: Uint8Array): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    if (this.#isDone) return events;
    try {
      this.#bytes.push(bytes, (data) => {
        if (data !== "[DONE]") this.take(fieldsIn(data), data, events);
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
    const whole = this.#bytes.object;
    if (whole !== undefined) this.takeWhole(fieldsIn(whole), whole, events);
    if (this.#finish === undefined && !this.#isDone) throw new BadAnswer(this.#isAnswer ? "cut" : "foreign");
    const { usage } = this;
    // The window has no room for a single token of an answer.
    if (this.#finish === "length" && usage?.output_tokens === 0) throw new BadAnswer("overflow");
    return [
      ...events,
      ...this.#held,
      ...(usage === undefined ? [] : [{ kind: "usage", usage } as const]),
      { kind: "finish", reason: this.#finish ?? "unknown" },
    ];
  }

  /** An event of this dialect has come. */
  protected begin(): void {
    this.#isAnswer = true;
  }

  /** Adds a call or a state. Calls come at the end, and every state after the first call with them. */
  protected add(event: ModelEvent, events: ModelEvent[]): void {
    if (event.kind === "call" || this.#held.length > 0) this.#held.push(event);
    else events.push(event);
  }

  protected get hasCalls(): boolean {
    return this.#held.length > 0;
  }

  /** The reason has come; facts about the answer may follow. */
  protected endWith(reason: AnswerEnd): void {
    this.#finish = reason;
  }

  /** Nothing follows. */
  protected close(): void {
    this.#isDone = true;
  }
}

function fieldsIn(data: string): Fields {
  try {
    const value: unknown = JSON.parse(data);
    if (isFields(value)) return value;
  } catch {
    // Dropped, because the parser's message quotes the text.
  }
  throw new BadAnswer("foreign", undefined, data);
}
