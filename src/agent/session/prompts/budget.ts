/** What one loading may still read, shared by all its files: a project with many long ones must not delay a start for long. */
import { limits } from "../../../generated/protocol/tables.js";

export class Budget {
  #bytes: number = limits.promptTotalBytes;
  #frontMatter: number = limits.frontMatterTotalCharacters;

  get isSpent(): boolean {
    return this.#bytes <= 0;
  }

  /** Counts bytes that were read. */
  spend(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Whether so much front matter may be parsed, which takes a thousand times as long as reading it; counts it if so. */
  parses(length: number): boolean {
    if (length > this.#frontMatter) return false;
    this.#frontMatter -= length;
    return true;
  }
}
