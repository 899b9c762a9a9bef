/** An answer from its bytes, as a stream of events or in one object: what the dialects over HTTP have in common. */
import type { Usage } from "../../../generated/protocol/types.js";
import { AnswerBytes } from "./answer-bytes.js";
import { type AnswerEnd, type AnswerReader, BadAnswer, type ModelEvent } from "./event.js";

/** The data of an event that keeps a connection alive. */
const PING = /^\{\s*"type"\s*:\s*"(?:ping|keepalive)"/;

export abstract class StreamedAnswer implements AnswerReader {
  readonly #bytes = new AnswerBytes();
  /** Calls, and the state before each, for the end. */
  readonly #held: ModelEvent[] = [];
  #finish: AnswerEnd | undefined;
  #told = 0;
  #isAnswer = false;
  #isDone = false;
  #bad: BadAnswer | undefined;

  get told(): number {
    return this.#told;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  /** The counts so far. */
  protected abstract readonly usage: Usage | undefined;

  /** Takes the data of one event and adds what it says to `events`, which count even if it then throws a `BadAnswer`. */
  protected abstract take(data: string, events: ModelEvent[]): void;

  /** Takes an answer in one object. */
  protected abstract takeWhole(answer: string, events: ModelEvent[]): void;

  push(bytes: Uint8Array): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    if (this.#isDone) return events;
    try {
      this.#bytes.push(bytes, (data) => {
        if (!PING.test(data)) this.#told += 1;
        this.take(data, events);
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
    if (this.#bytes.object !== undefined) this.takeWhole(this.#bytes.object, events);
    if (this.#finish === undefined && !this.#isDone) throw new BadAnswer(this.#isAnswer ? "cut" : "foreign");
    const { usage } = this;
    // The window has no room for a single token of an answer.
    if (this.#finish === "length" && usage?.output_tokens === 0) throw new BadAnswer("overflow");
    return [
      ...events,
      ...this.lastEvents,
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

  /** Calls and state that come before the counts. */
  protected get lastEvents(): readonly ModelEvent[] {
    return this.#held;
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
