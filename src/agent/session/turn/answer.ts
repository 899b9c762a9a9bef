/** One answer of a model: its texts become items as they come, the rest is kept for its end. */
import type { Usage } from "../../../generated/protocol/types.js";
import type { AnswerEnd, Call, ModelEvent } from "../model/event.js";
import type { ItemWriter } from "./writer.js";

export interface Answer {
  readonly calls: readonly Call[];
  readonly finish: AnswerEnd;
  readonly usage: Usage | undefined;
}

export class AnswerInProgress {
  readonly #writer: ItemWriter;
  readonly #calls: Call[] = [];
  /** State for the next text or call. */
  #waiting: readonly string[] = [];
  /** State that comes before calls. */
  readonly #beforeCalls: string[] = [];
  #finish: AnswerEnd = "unknown";
  #usage: Usage | undefined;
  #hasBegun = false;
  #hasText = false;

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  /** Whether the model has said anything. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get hasText(): boolean {
    return this.#hasText;
  }

  /** Rejects with a `FileError`. */
  async take(event: ModelEvent): Promise<void> {
    this.#hasBegun = true;
    if (event.kind === "text") {
      this.#hasText = true;
      await this.#writer.add("assistant_message", event.text, this.#waiting);
      this.#waiting = [];
    } else if (event.kind === "state") this.#waiting = [...this.#waiting, event.state];
    else if (event.kind === "reasoning") await this.#writer.add("reasoning", event.text);
    else if (event.kind === "call") {
      this.#beforeCalls.push(...this.#waiting);
      this.#calls.push(withState(this.#waiting, event.call));
      this.#waiting = [];
    } else if (event.kind === "usage") this.#usage = event.usage;
    else this.#finish = event.reason;
  }

  /** The whole answer. */
  end(): Answer {
    const finish = this.#finish;
    // Calls of an answer that was cut may be cut themselves.
    const isCut = finish === "length" || finish === "content_filter";
    this.#writer.addState([...(isCut ? this.#beforeCalls : []), ...this.#waiting]);
    return { calls: isCut ? [] : this.#calls, finish, usage: this.#usage };
  }
}

function withState(before: readonly string[], call: Call): Call {
  const state = [...before, ...(call.state ?? [])];
  return state.length === 0 ? call : { ...call, state };
}
