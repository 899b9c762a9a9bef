/** Reading a stream of messages, in both of its formats. */
import { LineReader } from "./line-reader.js";

/** Reads a stream in chunks of any size. An incomplete message at the end of the stream does not count. */
export interface StreamReader<Message> {
  /** The messages that these bytes complete. */
  push(bytes: Uint8Array): readonly Message[];
}

/** A message exceeds the limit of a reader. */
export class MessageTooLong extends Error {
  override readonly name = "MessageTooLong";
  readonly limit: number;

  constructor(limit: number) {
    super(`a message of a stream is longer than ${limit} bytes`);
    this.limit = limit;
  }
}

export interface ServerSentEvent {
  /** `message` if the stream gives no type. */
  readonly event: string;
  readonly data: string;
  /** The last id of the stream up to this event; empty before the first. */
  readonly id: string;
}

/** Reads server-sent events in every form that the HTML standard allows. */
export class SseReader implements StreamReader<ServerSentEvent> {
  readonly #lines: LineReader;
  readonly #limit: number;
  #event = "";
  #data: string[] = [];
  #length = 0;
  #id = "";
  #retry: number | undefined;

  /** `limit`: most bytes of a line of data, and most characters of the data of one event. */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#lines = new LineReader({ limit: limit + "data: ".length, returns: true });
  }

  /** Milliseconds to wait before connecting again, if the stream gives them. */
  get retry(): number | undefined {
    return this.#retry;
  }

  /** The events that these bytes complete. Unusable after it has thrown `MessageTooLong`. */
  push(bytes: Uint8Array): readonly ServerSentEvent[] {
    return linesOf(this.#lines, bytes, this.#limit).flatMap((line) =>
      line === "" ? this.#dispatched() : this.#field(line),
    );
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

/** One JSON text on each line. */
export class NdjsonReader implements StreamReader<string> {
  readonly #lines: LineReader;
  readonly #limit: number;

  /** `limit`: most bytes of a line. */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#lines = new LineReader({ limit });
  }

  /** The JSON texts that these bytes complete, without blank lines. Unusable after it has thrown `MessageTooLong`. */
  push(bytes: Uint8Array): readonly string[] {
    return linesOf(this.#lines, bytes, this.#limit).filter((line) => line.trim() !== "");
  }
}

/** The lines that these bytes complete. */
function linesOf(reader: LineReader, bytes: Uint8Array, limit: number): readonly string[] {
  const lines: string[] = [];
  reader.push(bytes);
  for (let line = reader.next(); line !== undefined; line = reader.next()) lines.push(line);
  if (reader.isTooLong) throw new MessageTooLong(limit);
  return lines;
}
