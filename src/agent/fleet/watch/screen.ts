/** The screen of a terminal: draws only the lines that have changed. */

/** The alternate screen without a cursor and without wrapping, and back. */
export const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
export const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";

export class Screen {
  #lines: readonly string[] = [];

  /** The output that makes these lines visible; empty if they already are. */
  draw(lines: readonly string[]): string {
    const before = this.#lines;
    this.#lines = lines;
    return lines.map((line, index) => (line === before[index] ? "" : `\x1b[${index + 1};1H\x1b[K${line}`)).join("");
  }

  /** Forgets the visible lines, and redraws everything. */
  forget(): string {
    this.#lines = [];
    return "\x1b[2J";
  }
}
