/** `beta_chat_completions`: an answer from its bytes. A stream of events, or one object from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { AnswerBytes } from "../answer-bytes.js";
import { type AnswerEnd, type AnswerReader, BadAnswer, type Call, type ModelEvent } from "../event.js";
import { type CallPiece, type Chunk, chunkOf } from "./chunk.js";
import { StateCollector } from "./state.js";

export class ChatCompletionsReader implements AnswerReader {
  readonly #bytes = new AnswerBytes();
  /** Whether an event has come, so that the answer is a stream of this dialect. */
  #isAnswer = false;
  #usage: Usage | undefined;
  #finish: AnswerEnd | undefined;
  readonly #calls = new Calls();
  readonly #state = new StateCollector();
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
        events.push(...this.#of(data));
        if (this.#bad !== undefined) throw this.#bad;
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
    const isStream = this.#bytes.form === "stream";
    if (!this.#isDone) this.#bytes.expectText();
    const last = this.#bytes.object === undefined ? [] : this.#take(chunkOf(this.#bytes.object, "message"));
    if (this.#bad !== undefined) throw this.#bad;
    const calls = this.#calls.all;
    if (this.#finish === undefined && !this.#isDone && last.length === 0 && (isStream || calls.length === 0))
      throw new BadAnswer(this.#isAnswer && isStream ? "cut" : "foreign");
    // The window has no room for a single token of an answer.
    if (this.#finish === "length" && this.#usage?.output_tokens === 0) throw new BadAnswer("overflow");
    return [
      ...last,
      ...this.#takeState(),
      ...calls.map((call) => ({ kind: "call", call }) as const),
      ...(this.#usage === undefined ? [] : [{ kind: "usage", usage: this.#usage } as const]),
      { kind: "finish", reason: this.#finish ?? "unknown" },
    ];
  }

  #of(data: string): readonly ModelEvent[] {
    this.#isAnswer = true;
    if (data !== "[DONE]") return this.#take(chunkOf(data, "delta"));
    this.#isDone = true;
    return [];
  }

  /** Usage may come before the end and after it, in parts that grow: the last one counts. */
  #take({ text, reasoning, calls, said, finish, usage, bad }: Chunk): readonly ModelEvent[] {
    this.#bad = bad;
    for (const piece of calls) this.#calls.add(piece);
    this.#state.add(said);
    this.#finish ??= finish;
    this.#usage = usage ?? this.#usage;
    return [
      ...(reasoning === "" ? [] : [{ kind: "reasoning", text: reasoning } as const]),
      ...(text === "" ? [] : [...this.#takeState(), { kind: "text", text } as const]),
    ];
  }

  #takeState(): readonly ModelEvent[] {
    const state = this.#state.take();
    return state === undefined ? [] : [{ kind: "state", state }];
  }
}

interface Growing {
  readonly index: number | undefined;
  id: string;
  name: string;
  readonly input: string[];
  state: string | undefined;
}

/** The calls of an answer, put together from their pieces. */
class Calls {
  readonly #growing: Growing[] = [];

  /** Throws a `BadAnswer` when there are too many. */
  add(piece: CallPiece): void {
    const call = this.#of(piece);
    call.id ||= piece.id;
    call.name ||= piece.name;
    call.input.push(piece.input);
    call.state = piece.state ?? call.state;
  }

  /** In the order in which they began. One without an id gets its number. */
  get all(): readonly Call[] {
    return this.#growing.map(({ id, name, input, state }, at) => ({
      ...{ id: id || `call_${at}`, name },
      // A tool that takes nothing is called with nothing by some servers.
      input: input.join("") || "{}",
      ...(state === undefined ? {} : { state: [state] }),
    }));
  }

  /** A piece without an index begins a call when it has a name, and goes on with the last one otherwise. */
  #of({ index, id, name }: CallPiece): Growing {
    const last = this.#growing.at(-1);
    const known =
      index === undefined ? (name === "" ? last : undefined) : this.#growing.find((one) => one.index === index);
    // Some servers count every call as the first.
    if (known !== undefined && !(id !== "" && known.id !== "" && id !== known.id)) return known;
    if (this.#growing.length >= limits.toolCalls) throw new BadAnswer("too-large");
    const begun = { index, id, name, input: [], state: undefined };
    if (known !== undefined) this.#growing[this.#growing.indexOf(known)] = { ...known, index: undefined };
    this.#growing.push(begun);
    return begun;
  }
}
