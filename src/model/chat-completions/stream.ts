/** `beta_chat_completions`: an answer from its bytes. A stream of events, or one object from servers that do not stream. */
import { limits } from "../../generated/protocol/tables.js";
import type { Usage } from "../../generated/protocol/types.js";
import { type AnswerReader, BadAnswer, type FinishReason, type ModelEvent } from "../event.js";
import { EventDataReader } from "../event-data.js";
import { type Chunk, chunkOf } from "./chunk.js";

export class ChatCompletionsReader implements AnswerReader {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #events = new EventDataReader(limits.providerEventCharacters);
  /** What the first character tells: a stream never begins with a brace, nor with a tag. */
  #form: "unknown" | "stream" | "object" = "unknown";
  /** Of an answer in one object, what there is of it. */
  #object = "";
  #bytes = 0;
  #isAnswer = false;
  #usage: Usage | undefined;
  #finish: FinishReason | undefined;
  #isDone = false;

  get isDone(): boolean {
    return this.#isDone;
  }

  push(bytes: Uint8Array): readonly ModelEvent[] {
    this.#bytes += bytes.length;
    if (this.#bytes > limits.providerAnswerBytes) throw new BadAnswer("too-large");
    return this.#isDone ? [] : this.#read(this.#decoded(bytes));
  }

  end(): readonly ModelEvent[] {
    if (this.#isDone) return [];
    const rest = this.#read(this.#decoded());
    const last = this.#form === "object" ? this.#take(chunkOf(this.#object, "message")) : [];
    if (this.#form === "object" && this.#finish === undefined) throw new BadAnswer("foreign");
    if (this.#finish === undefined) throw new BadAnswer(this.#isAnswer ? "cut" : "foreign");
    return [...rest, ...last, ...this.#ended()];
  }

  #decoded(bytes?: Uint8Array): string {
    try {
      return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw new BadAnswer(bytes === undefined ? "cut" : "encoding");
    }
  }

  #read(text: string): readonly ModelEvent[] {
    if (this.#form === "unknown") this.#form = formOf(text);
    if (this.#form === "object") return this.#collect(text);
    const events: ModelEvent[] = [];
    for (const data of this.#events.push(text)) {
      if (this.#isDone) break;
      if (data.trim() !== "") events.push(...this.#event(data.trim()));
    }
    return events;
  }

  #collect(text: string): readonly [] {
    this.#object += text;
    if (this.#object.length > limits.providerEventCharacters) throw new BadAnswer("too-large");
    return [];
  }

  #event(data: string): readonly ModelEvent[] {
    this.#isAnswer = true;
    return data === "[DONE]" ? this.#ended() : this.#take(chunkOf(data, "delta"));
  }

  /** Usage may come before the end and after it, in parts that grow: the last one counts. */
  #take({ text, reasoning, finish, usage }: Chunk): readonly ModelEvent[] {
    this.#finish ??= finish;
    this.#usage = usage ?? this.#usage;
    return [
      ...(reasoning === "" ? [] : [{ kind: "reasoning", text: reasoning } as const]),
      ...(text === "" ? [] : [{ kind: "text", text } as const]),
    ];
  }

  #ended(): readonly ModelEvent[] {
    this.#isDone = true;
    return [
      ...(this.#usage === undefined ? [] : [{ kind: "usage", usage: this.#usage } as const]),
      { kind: "finish", reason: this.#finish ?? "other" },
    ];
  }
}

function formOf(text: string): "unknown" | "stream" | "object" {
  const [first] = text.trimStart();
  if (first === undefined) return "unknown";
  if (first === "<") throw new BadAnswer("foreign");
  return first === "{" ? "object" : "stream";
}
