/** Lines of text from bytes in pieces of any size. Invalid UTF-8 is replaced, and a byte order mark in front is dropped. */
import { MessageTooLong } from "./encoding.js";

export class LineReader {
  readonly #decoder = new TextDecoder();
  readonly #limit: number;
  /** Whether `\r` without `\n` ends a line. */
  readonly #returns: boolean;
  /** The beginning of a line whose end has not come yet. */
  #begun = "";
  /** Whether the last line was ended by `\r`, so that `\n` belongs to that end. */
  #afterReturn = false;

  /** `limit`: most characters of a line. */
  constructor(options: { readonly limit: number; readonly returns: boolean }) {
    this.#limit = options.limit;
    this.#returns = options.returns;
  }

  /** The lines that these bytes complete, without their ends. Throws `MessageTooLong`. */
  push(bytes: Uint8Array): readonly string[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    const lines: string[] = [];
    let start = 0;
    if (this.#afterReturn && text !== "") {
      this.#afterReturn = false;
      if (text.startsWith("\n")) start = 1;
    }
    let returnAt = this.#returns ? text.indexOf("\r", start) : -1;
    let feedAt = text.indexOf("\n", start);
    while (returnAt !== -1 || feedAt !== -1) {
      const isReturn = returnAt !== -1 && (feedAt === -1 || returnAt < feedAt);
      const end = isReturn ? returnAt : feedAt;
      lines.push(this.#whole(text.slice(start, end)));
      start = end + 1;
      if (isReturn && start === text.length) this.#afterReturn = true;
      if (isReturn && feedAt === start) start++;
      if (returnAt !== -1 && returnAt < start) returnAt = text.indexOf("\r", start);
      if (feedAt !== -1 && feedAt < start) feedAt = text.indexOf("\n", start);
    }
    this.#begun = this.#whole(text.slice(start));
    return lines;
  }

  #whole(rest: string): string {
    const line = this.#begun + rest;
    this.#begun = "";
    if (line.length > this.#limit) throw new MessageTooLong(this.#limit);
    return line;
  }
}
