/** `beta_chat_completions`: an answer from its bytes. A stream of events, or one object from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { LineReader } from "../../../wire/protocol/line-reader.js";
import { type AnswerEnd, type AnswerReader, BadAnswer, type Call, type ModelEvent } from "../event.js";
import { type CallPiece, type Chunk, chunkOf } from "./chunk.js";
import { StateCollector } from "./state.js";

export class ChatCompletionsReader implements AnswerReader {
  readonly #lines = new LineReader({ limit: limits.providerEventCharacters, returns: true });
  readonly #event = new EventData(limits.providerEventCharacters);
  /** The form of the answer, by its first character: a stream never begins with a brace, nor with a tag. */
  #form: "unknown" | "stream" | "object" = "unknown";
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  /** The beginning of an answer in one object. */
  #object = "";
  #bytes = 0;
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
      const room = limits.providerAnswerBytes - this.#bytes;
      this.#bytes += bytes.length;
      this.#read(bytes.subarray(0, room), events);
      if (bytes.length > room && !this.#isDone) throw new BadAnswer("too-large");
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error;
      this.#bad = error;
      this.#isDone = true;
    }
    return events;
  }

  end(): readonly ModelEvent[] {
    if (this.#bad !== undefined) throw this.#bad;
    if (this.#form === "stream" && !this.#isDone) this.#expectText();
    const last = this.#form === "object" ? this.#take(chunkOf(this.#object, "message")) : [];
    if (this.#bad !== undefined) throw this.#bad;
    const calls = this.#calls.all;
    if (
      this.#finish === undefined &&
      !this.#isDone &&
      last.length === 0 &&
      (this.#form === "stream" || calls.length === 0)
    )
      throw new BadAnswer(this.#isAnswer && this.#form === "stream" ? "cut" : "foreign");
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

  /** Adds the events of these bytes. A mistake in one line drops no line before it. */
  #read(bytes: Uint8Array, events: ModelEvent[]): void {
    if (this.#form === "unknown") this.#form = formOf(bytes);
    if (this.#form === "object") {
      this.#collect(bytes);
      return;
    }
    this.#lines.push(bytes);
    for (let line = this.#lines.nextBytes(); line !== undefined; line = this.#lines.nextBytes()) {
      const data = this.#event.take(textOf(line))?.trim() ?? "";
      if (data !== "") events.push(...this.#of(data));
      if (this.#bad !== undefined) throw this.#bad;
      if (this.#isDone) return;
    }
    if (this.#lines.isTooLong) throw new BadAnswer("too-large");
  }

  /** A line that the end cuts off says nothing, but it has to be text, up to a character that is cut off as well. */
  #expectText(): void {
    this.#lines.push(Uint8Array.of(LINE_FEED));
    textOf(this.#lines.nextBytes() ?? new Uint8Array(), false);
  }

  #collect(bytes: Uint8Array): void {
    try {
      this.#object += this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw new BadAnswer("encoding");
    }
    if (this.#object.length > limits.providerEventCharacters) throw new BadAnswer("too-large");
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

const LINE_FEED = 0x0a;
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, LINE_FEED, 0x0d]);
const MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

function formOf(bytes: Uint8Array): "unknown" | "stream" | "object" {
  const begin = bytes.findIndex((byte) => !BLANK.has(byte) && !MARK.has(byte));
  if (begin === -1) return "unknown";
  const [line = ""] = new TextDecoder().decode(bytes.subarray(begin)).split(/[\r\n]/, 1);
  if (line.startsWith("<")) throw new BadAnswer("foreign", undefined, line);
  return line.startsWith("{") ? "object" : "stream";
}

/** The text of a line, without a byte order mark before it. */
function textOf(line: Uint8Array, isWhole = true): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(line, { stream: !isWhole });
  } catch {
    throw new BadAnswer("encoding");
  }
}

/** The data of one event after the other (HTML standard, 9.2). Names, ids and retry times of events mean nothing in dialects of models. */
class EventData {
  readonly #limit: number;
  #data: string[] = [];
  #length = 0;

  /** `limit`: most characters of the data of one event. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a line; returns the data of the event that it completes. Throws a `BadAnswer` beyond the limit. */
  take(line: string): string | undefined {
    if (line !== "") return this.#field(line);
    const data = this.#data;
    this.#data = [];
    this.#length = 0;
    return data.length === 0 ? undefined : data.join("\n");
  }

  #field(line: string): undefined {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name !== "data") return;
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    this.#length += value.length + 1;
    if (this.#length > this.#limit) throw new BadAnswer("too-large");
    this.#data.push(value);
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
