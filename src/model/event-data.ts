/**
 * The data of server-sent events, from text in pieces of any size. All that dialects need of the HTML standard's streams: names, ids and
 * retry times of events mean nothing in them.
 */
import { BadAnswer } from "./event.js";

export class EventDataReader {
  readonly #limit: number;
  /** The beginning of a line whose end has not come. */
  #begun = "";
  /** Whether the last line ended with `\r`, so that `\n` belongs to that end. */
  #afterReturn = false;
  #data: string[] = [];
  #length = 0;

  /** `limit`: most characters of a line, and of the data of one event. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The data of the events that this text completes. Throws a `BadAnswer` beyond the limit. */
  push(text: string): readonly string[] {
    const complete: string[] = [];
    const first = this.#afterReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.#afterReturn = text.endsWith("\r");
    this.#begin(text.slice(this.#lines(text, first, complete)));
    return complete;
  }

  /** Takes the lines that end in a text; returns where the one that does not begins. */
  #lines(text: string, from: number, complete: string[]): number {
    let start = from;
    const ends = /\r\n?|\n/g;
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      this.#begin(text.slice(start, end.index));
      this.#line(this.#begun, complete);
      this.#begun = "";
      start = ends.lastIndex;
    }
    return start;
  }

  #begin(more: string): void {
    if (this.#begun.length + more.length > this.#limit) throw new BadAnswer("too-large");
    this.#begun += more;
  }

  #line(line: string, complete: string[]): void {
    if (line === "") {
      if (this.#data.length > 0) complete.push(this.#data.join("\n"));
      this.#data = [];
      this.#length = 0;
      return;
    }
    const [name, value] = fieldOf(line);
    if (name !== "data") return;
    this.#length += value.length + 1;
    if (this.#length > this.#limit) throw new BadAnswer("too-large");
    this.#data.push(value);
  }
}

/** A comment has no name. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  return [line.slice(0, colon), line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1)];
}
