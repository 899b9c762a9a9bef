/** A terminal as a screen, on which the lines that have changed are drawn, and its keys by their names. */

/** The alternate screen without a cursor and without wrapping, and back. */
export const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
export const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";

/** Draws the lines that have changed and leaves the others alone. */
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

type Key = "up" | "down" | "page-up" | "page-down" | "home" | "end" | "enter" | "escape" | "backspace" | "interrupt";

/** A key, or a character that was typed. */
export type Typed = { readonly key: Key } | { readonly text: string };

const SEQUENCES: ReadonlyMap<string, Key> = new Map([
  ["\x1b[A", "up"],
  ["\x1bOA", "up"],
  ["\x1b[B", "down"],
  ["\x1bOB", "down"],
  ["\x1b[5~", "page-up"],
  ["\x1b[6~", "page-down"],
  ["\x1b[H", "home"],
  ["\x1bOH", "home"],
  ["\x1b[1~", "home"],
  ["\x1b[F", "end"],
  ["\x1bOF", "end"],
  ["\x1b[4~", "end"],
  ["\r", "enter"],
  ["\n", "enter"],
  ["\x1b", "escape"],
  ["\x7f", "backspace"],
  ["\b", "backspace"],
  ["\x03", "interrupt"],
  ["\x04", "interrupt"],
]);

/** An escape sequence whole, or one character. A lone escape at the end of what was typed is the key itself. */
const ONE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|O[A-Z])|\p{RI}\p{RI}|./gsu;

/** Keys of a terminal by their names. A key that is unknown has no name and does nothing. */
export function keysOf(typed: string): readonly Typed[] {
  return (typed.match(ONE) ?? []).flatMap((one): readonly Typed[] => {
    const key = SEQUENCES.get(one);
    if (key !== undefined) return [{ key }];
    return /^[\p{Cc}]/u.test(one) ? [] : [{ text: one }];
  });
}
