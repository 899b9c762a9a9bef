/** An answer from its bytes, for every dialect over HTTP: the data of the events of a stream, or one object from servers that do not stream. */
import { limits } from "../../../generated/protocol/tables.js";
import { LineReader } from "../../wire/protocol/line-reader.js";
import { BadAnswer } from "./event.js";

/** By its first character: a stream never begins with a brace, nor with a tag. */
type Form = "unknown" | "stream" | "object";

/** Takes the data of one event; returns whether the answer is whole. */
export type TakeData = (data: string) => boolean;

export class AnswerBytes {
  readonly #lines = new LineReader({ limit: limits.providerEventCharacters, returns: true });
  readonly #event = new EventData(limits.providerEventCharacters);
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #form: Form = "unknown";
  /** The beginning of an answer in one object. */
  #object = "";
  #count = 0;

  get form(): Form {
    return this.#form;
  }

  /** The answer so far, if it is one object. */
  get object(): string | undefined {
    return this.#form === "object" ? this.#object : undefined;
  }

  /** Hands over the events of these bytes. Throws a `BadAnswer`; a mistake in one line drops no line before it. */
  push(bytes: Uint8Array, take: TakeData): void {
    const room = limits.providerAnswerBytes - this.#count;
    this.#count += bytes.length;
    const isDone = this.#read(bytes.subarray(0, room), take);
    if (bytes.length > room && !isDone) throw new BadAnswer("too-large");
  }

  /** A line that the end cuts off says nothing, but it has to be text, up to a character that is cut off as well. */
  expectText(): void {
    if (this.#form !== "stream") return;
    this.#lines.push(Uint8Array.of(LINE_FEED));
    textOf(this.#lines.nextBytes() ?? new Uint8Array(), false);
  }

  #read(bytes: Uint8Array, take: TakeData): boolean {
    if (this.#form === "unknown") this.#form = formOf(bytes);
    if (this.#form === "object") {
      this.#collect(bytes);
      return false;
    }
    this.#lines.push(bytes);
    for (let line = this.#lines.nextBytes(); line !== undefined; line = this.#lines.nextBytes()) {
      const data = this.#event.take(textOf(line))?.trim() ?? "";
      if (data !== "" && take(data)) return true;
    }
    if (this.#lines.isTooLong) throw new BadAnswer("too-large");
    return false;
  }

  #collect(bytes: Uint8Array): void {
    try {
      this.#object += this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw new BadAnswer("encoding");
    }
    if (this.#object.length > limits.providerEventCharacters) throw new BadAnswer("too-large");
  }
}

const LINE_FEED = 0x0a;
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, LINE_FEED, 0x0d]);
const MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

function formOf(bytes: Uint8Array): Form {
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
