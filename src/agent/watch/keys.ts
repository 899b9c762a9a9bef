/** Keys of a terminal by their names. A key that is unknown has no name and does nothing. */

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

export function keysOf(typed: string): readonly Typed[] {
  return (typed.match(ONE) ?? []).flatMap((one): readonly Typed[] => {
    const key = SEQUENCES.get(one);
    if (key !== undefined) return [{ key }];
    return /^[\p{Cc}]/u.test(one) ? [] : [{ text: one }];
  });
}
