/**
 * The data of server-sent events, line by line. Dialects of models need no more of the HTML standard: names, ids and retry times of events mean
 * nothing in them.
 */
import { BadAnswer } from "./event.js";

export class EventDataReader {
  readonly #limit: number;
  /** The beginning of a line whose end has not come yet. */
  #begun = "";
  /** Whether the last line ended with `\r`, so that `\n` belongs to that end. */
  #afterReturn = false;
  #data: string[] = [];
  #length = 0;

  /** `limit`: most characters of a line, and of the data of one event. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Takes a line or a part of one: a line end is the last character or nowhere. Returns the data of the event that it completes. Throws
   * a `BadAnswer` beyond the limit.
   */
  push(text: string): string | undefined {
    if (text === "") return undefined;
    const isRestOfEnd = this.#afterReturn && text === "\n";
    this.#afterReturn = text.endsWith("\r");
    if (isRestOfEnd) return undefined;
    const isWhole = this.#afterReturn || text.endsWith("\n");
    this.#begin(isWhole ? text.slice(0, -1) : text);
    if (!isWhole) return undefined;
    const line = this.#begun;
    this.#begun = "";
    return line === "" ? this.#complete() : this.#field(line);
  }

  #begin(more: string): void {
    if (this.#begun.length + more.length > this.#limit) throw new BadAnswer("too-large");
    this.#begun += more;
  }

  #complete(): string | undefined {
    const data = this.#data;
    this.#data = [];
    this.#length = 0;
    return data.length === 0 ? undefined : data.join("\n");
  }

  #field(line: string): undefined {
    const [name, value] = fieldOf(line);
    if (name !== "data") return;
    this.#length += value.length + 1;
    if (this.#length > this.#limit) throw new BadAnswer("too-large");
    this.#data.push(value);
  }
}

/** Name and value of a field; the name of a comment is empty. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  return [line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1)];
}
