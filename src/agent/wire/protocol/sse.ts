/** Server-sent events, read in every form that the HTML standard allows. */
import { MessageTooLong, type StreamReader } from "./encoding.js";
import { LineReader } from "./lines.js";

export interface ServerSentEvent {
  /** `message` when the stream names no type. */
  readonly event: string;
  readonly data: string;
  /** The last id of the stream up to this event; empty before the first. */
  readonly id: string;
}

export class SseReader implements StreamReader<ServerSentEvent> {
  readonly #lines: LineReader;
  readonly #limit: number;
  #event = "";
  #data: string[] = [];
  #length = 0;
  #id = "";
  #retry: number | undefined;

  /** `limit`: most characters of the data of one event. */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#lines = new LineReader({ limit: limit + "data: ".length, returns: true });
  }

  /** Milliseconds to wait before connecting again, when the stream has named them. */
  get retry(): number | undefined {
    return this.#retry;
  }

  /** The events that these bytes complete. After it has thrown `MessageTooLong` it must not be used again. */
  push(bytes: Uint8Array): readonly ServerSentEvent[] {
    return this.#lines.push(bytes).flatMap((line) => (line === "" ? this.#dispatched() : this.#field(line)));
  }

  #dispatched(): readonly ServerSentEvent[] {
    const [event, data] = [this.#event || "message", this.#data];
    this.#event = "";
    this.#data = [];
    this.#length = 0;
    return data.length === 0 ? [] : [{ event, data: data.join("\n"), id: this.#id }];
  }

  #field(line: string): readonly [] {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") this.#add(value);
    else if (name === "event") this.#event = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.#retry = Number(value);
    return [];
  }

  #add(value: string): void {
    this.#length += value.length + 1;
    if (this.#length > this.#limit + 1) throw new MessageTooLong(this.#limit);
    this.#data.push(value);
  }
}
