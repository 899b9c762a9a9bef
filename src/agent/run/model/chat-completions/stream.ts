/** `beta_chat_completions`: an answer from its bytes. A stream of events, or one object from servers that do not stream. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Usage } from "../../../../generated/protocol/types.js";
import { type AnswerEnd, type AnswerReader, BadAnswer, type Call, type ModelEvent } from "../event.js";
import { EventDataReader } from "../event-data.js";
import { type CallPiece, type Chunk, chunkOf } from "./chunk.js";

export class ChatCompletionsReader implements AnswerReader {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #events = new EventDataReader(limits.providerEventCharacters);
  /** The form of the answer, by its first character: a stream never begins with a brace, nor with a tag. */
  #form: "unknown" | "stream" | "object" = "unknown";
  /** The beginning of an answer in one object. */
  #object = "";
  #bytes = 0;
  /** Whether an event has come, so that the answer is a stream of this dialect. */
  #isAnswer = false;
  #usage: Usage | undefined;
  #finish: AnswerEnd | undefined;
  readonly #calls = new Calls();
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
    try {
      // Line by line, so that a mistake in one line does not drop the lines before it.
      for (const line of linesOf(bytes)) {
        if (this.#isDone) break;
        this.#bytes += line.length;
        if (this.#bytes > limits.providerAnswerBytes) throw new BadAnswer("too-large");
        events.push(...this.#read(this.#decoded(line)));
      }
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error;
      this.#bad = error;
      this.#isDone = true;
    }
    return events;
  }

  end(): readonly ModelEvent[] {
    if (this.#bad !== undefined) throw this.#bad;
    const last = this.#form === "object" ? this.#take(chunkOf(this.#object, "message")) : [];
    const calls = this.#calls.all;
    if (
      this.#finish === undefined &&
      !this.#isDone &&
      last.length === 0 &&
      (this.#form === "stream" || calls.length === 0)
    )
      throw new BadAnswer(this.#isAnswer && this.#form === "stream" ? "cut" : "foreign");
    return [
      ...last,
      ...calls.map((call) => ({ kind: "call", call }) as const),
      ...(this.#usage === undefined ? [] : [{ kind: "usage", usage: this.#usage } as const]),
      { kind: "finish", reason: this.#finish ?? "unknown" },
    ];
  }

  #decoded(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw new BadAnswer("encoding");
    }
  }

  #read(text: string): readonly ModelEvent[] {
    if (this.#form === "unknown") this.#form = formOf(text);
    if (this.#form === "object") return this.#collect(text);
    const data = this.#events.push(text)?.trim() ?? "";
    return data === "" ? [] : this.#event(data);
  }

  #collect(text: string): readonly [] {
    this.#object += text;
    if (this.#object.length > limits.providerEventCharacters) throw new BadAnswer("too-large");
    return [];
  }

  #event(data: string): readonly ModelEvent[] {
    this.#isAnswer = true;
    if (data !== "[DONE]") return this.#take(chunkOf(data, "delta"));
    this.#isDone = true;
    return [];
  }

  /** Usage may come before the end and after it, in parts that grow: the last one counts. */
  #take({ text, reasoning, calls, finish, usage }: Chunk): readonly ModelEvent[] {
    for (const piece of calls) this.#calls.add(piece);
    this.#finish ??= finish;
    this.#usage = usage ?? this.#usage;
    return [
      ...(reasoning === "" ? [] : [{ kind: "reasoning", text: reasoning } as const]),
      ...(text === "" ? [] : [{ kind: "text", text } as const]),
    ];
  }
}

/** The bytes of each line with its end, and the rest. No byte of a longer UTF-8 character is a line end. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  let feed = bytes.indexOf(LINE_FEED);
  let back = bytes.indexOf(RETURN);
  while (feed !== -1 || back !== -1) {
    const end = back === -1 || (feed !== -1 && feed < back) ? feed : back;
    yield bytes.subarray(start, end + 1);
    start = end + 1;
    if (end === feed) feed = bytes.indexOf(LINE_FEED, start);
    else back = bytes.indexOf(RETURN, start);
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

function formOf(text: string): "unknown" | "stream" | "object" {
  const [first] = text.trimStart();
  if (first === undefined) return "unknown";
  if (first === "<") throw new BadAnswer("foreign", undefined, text);
  return first === "{" ? "object" : "stream";
}

interface Growing {
  readonly index: number | undefined;
  id: string;
  name: string;
  readonly input: string[];
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
  }

  /** In the order in which they began. One without an id gets its number. */
  get all(): readonly Call[] {
    return this.#growing.map(({ id, name, input }, at) => ({
      ...{ id: id || `call_${at}`, name },
      // A tool that takes nothing is called with nothing by some servers.
      input: input.join("") || "{}",
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
    const begun = { index, id, name, input: [] };
    if (known !== undefined) this.#growing[this.#growing.indexOf(known)] = { ...known, index: undefined };
    this.#growing.push(begun);
    return begun;
  }
}
