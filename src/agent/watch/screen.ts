/** The screen of a terminal: draws the lines that have changed and leaves the others alone. */

/** The alternate screen without a cursor and without wrapping, and back. */
export const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
export const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";

export class Screen {
  #lines: readonly string[] = [];

  /** What to write so that these lines are seen; empty when they are already. */
  draw(lines: readonly string[]): string {
    const before = this.#lines;
    this.#lines = lines;
    return lines.map((line, index) => (line === before[index] ? "" : `\x1b[${index + 1};1H\x1b[K${line}`)).join("");
  }

  /** Nothing is known of what is seen: all of it is drawn anew. */
  forget(): string {
    this.#lines = [];
    return "\x1b[2J";
  }
}
