/** Lines that were entered before, from the oldest to the newest, and the one that is looked at. It knows no terminal and no file. */

/** The most lines. */
const MOST = 1000;

export class LineHistory {
  #lines: readonly string[] = [];
  /** The line that is looked at; their number where it is none of them. */
  #at = 0;

  /** Puts lines before all others. */
  addEarlier(lines: readonly string[]): void {
    const count = this.#lines.length;
    this.#lines = [...lines, ...this.#lines].slice(-MOST);
    this.#at += this.#lines.length - count;
  }

  /** Adds a line, and looks at none. A line that was entered twice is there once. */
  add(line: string): void {
    if (this.#lines.at(-1) !== line) this.#lines = [...this.#lines, line].slice(-MOST);
    this.leave();
  }

  /** Whether a line is looked at. */
  get isInside(): boolean {
    return this.#at < this.#lines.length;
  }

  leave(): void {
    this.#at = this.#lines.length;
  }

  /** Looks at the line before; undefined at the oldest. */
  older(): string | undefined {
    return this.#at === 0 ? undefined : this.#look(this.#at - 1);
  }

  /** Looks at the line after; undefined after the newest. */
  newer(): string | undefined {
    return this.#look(Math.min(this.#at + 1, this.#lines.length));
  }

  /** Looks at the newest line that contains a text, or at the next older one with `isNext`; undefined, and no other look, where there is none. */
  find(text: string, isNext: boolean): string | undefined {
    const from = isNext || !this.isInside ? this.#at - 1 : this.#at;
    for (let at = from; at >= 0; at -= 1) if (this.#lines[at]?.includes(text) === true) return this.#look(at);
    return undefined;
  }

  #look(at: number): string | undefined {
    this.#at = at;
    return this.#lines[at];
  }
}
