/** `beta_chat_completions`: an answer from its bytes. A stream of events, or one object from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { BadAnswer, type Call, type ModelEvent } from "../event.js";
import { StreamedAnswer } from "../streamed-answer.js";
import { type CallPiece, type Chunk, chunkOf } from "./chunk.js";
import { StateCollector } from "./state.js";

export class ChatCompletionsReader extends StreamedAnswer {
  readonly #calls = new Calls();
  readonly #state = new StateCollector();
  #usage: Usage | undefined;

  protected override get usage(): Usage | undefined {
    return this.#usage;
  }

  protected override get lastEvents(): readonly ModelEvent[] {
    return [...this.#takeState(), ...this.#calls.all.map((call) => ({ kind: "call", call }) as const)];
  }

  protected override take(data: string, events: ModelEvent[]): void {
    this.begin();
    if (data === "[DONE]") this.close();
    else this.#take(chunkOf(data, "delta"), events);
  }

  /** Some servers give no reason where they do not stream. */
  protected override takeWhole(data: string, events: ModelEvent[]): void {
    this.#take(chunkOf(data, "message"), events);
    if (!this.isFinished && (events.length > 0 || this.#calls.all.length > 0)) this.endWith("unknown");
  }

  /** Usage may come before the end and after it, in parts that grow: the last one counts. */
  #take({ text, reasoning, calls, said, finish, usage, bad }: Chunk, events: ModelEvent[]): void {
    for (const piece of calls) this.#calls.add(piece);
    this.#state.add(said);
    if (finish !== undefined && !this.isFinished) this.endWith(finish);
    this.#usage = usage ?? this.#usage;
    if (reasoning !== "") events.push({ kind: "reasoning", text: reasoning });
    if (text !== "") events.push(...this.#takeState(), { kind: "text", text });
    if (bad !== undefined) throw bad;
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
