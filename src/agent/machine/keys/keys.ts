/** Keys of a terminal by their names. Unknown keys have no name and do nothing. */

export type Key =
  | "up"
  | "down"
  | "left"
  | "right"
  | "word-left"
  | "word-right"
  | "page-up"
  | "page-down"
  | "home"
  | "end"
  | "enter"
  /** Enter that begins a new line. */
  | "alt-enter"
  | "escape"
  | "backspace"
  | "delete"
  | "delete-word"
  | "delete-word-after"
  | "delete-before"
  | "delete-after"
  /** Ctrl-Y inserts again what was deleted. */
  | "yank"
  | "undo"
  | "tab"
  /** Ctrl-R and Ctrl-G: the search in earlier lines, and its end. */
  | "search"
  | "give-up"
  | "redraw"
  /** Ctrl-C, Ctrl-D, Ctrl-Z and Ctrl-\. */
  | "interrupt"
  | "end-of-input"
  | "suspend"
  | "quit";

/** A key, or a typed character. */
export type Typed = { readonly key: Key } | { readonly text: string };

const SEQUENCES: ReadonlyMap<string, Key> = new Map([
  ["\x10", "up"],
  ["\x0e", "down"],
  ["\x1b[A", "up"],
  ["\x1bOA", "up"],
  ["\x1b[B", "down"],
  ["\x1bOB", "down"],
  ["\x1b[C", "right"],
  ["\x1bOC", "right"],
  ["\x06", "right"],
  ["\x1b[D", "left"],
  ["\x1bOD", "left"],
  ["\x02", "left"],
  ["\x1b[1;3C", "word-right"],
  ["\x1b[1;5C", "word-right"],
  ["\x1b[1;3D", "word-left"],
  ["\x1b[1;5D", "word-left"],
  ["\x1b[5~", "page-up"],
  ["\x1b[6~", "page-down"],
  ["\x1b[H", "home"],
  ["\x1bOH", "home"],
  ["\x1b[1~", "home"],
  ["\x1b[7~", "home"],
  ["\x01", "home"],
  ["\x1b[F", "end"],
  ["\x1bOF", "end"],
  ["\x1b[4~", "end"],
  ["\x1b[8~", "end"],
  ["\x05", "end"],
  ["\r", "enter"],
  ["\n", "enter"],
  ["\r\n", "enter"],
  ["\x1b\r", "alt-enter"],
  ["\x1b\n", "alt-enter"],
  ["\x1b", "escape"],
  ["\x7f", "backspace"],
  ["\b", "backspace"],
  ["\x1b[3~", "delete"],
  ["\x17", "delete-word"],
  ["\x1b\x7f", "delete-word"],
  ["\x1b[3;3~", "delete-word-after"],
  ["\x1b[3;5~", "delete-word-after"],
  ["\x15", "delete-before"],
  ["\x0b", "delete-after"],
  ["\x19", "yank"],
  ["\x1f", "undo"],
  ["\t", "tab"],
  ["\x12", "search"],
  ["\x07", "give-up"],
  ["\x0c", "redraw"],
  ["\x03", "interrupt"],
  ["\x04", "end-of-input"],
  ["\x1a", "suspend"],
  ["\x1c", "quit"],
]);

/** A whole escape sequence, a key with Alt, or one character. A lone escape at the end of the input is the key itself. */
const ONE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|O[A-Z]|[\r\n\x7f])|\r\n|\p{RI}\p{RI}|./gsu;

/** A character with Alt, in a read of its own. */
const ALT = /^\x1b[^\p{Cc}[O]$/u;

const WORDS: ReadonlyMap<string, Key> = new Map([
  ["\x1bb", "word-left"],
  ["\x1bf", "word-right"],
  ["\x1bd", "delete-word-after"],
]);

export function keysOf(typed: string): readonly Typed[] {
  if (ALT.test(typed)) {
    const key = WORDS.get(typed);
    return key === undefined ? [] : [{ key }];
  }
  return (typed.match(ONE) ?? []).flatMap((one): readonly Typed[] => {
    const key = SEQUENCES.get(one);
    if (key !== undefined) return [{ key }];
    return /^[\p{Cc}]/u.test(one) ? [] : [{ text: one }];
  });
}

const TEXTS: Partial<Readonly<Record<Key, string>>> = { enter: "\n", "alt-enter": "\n", tab: "\t" };

/** The text that keys type outside of an editor. */
export function textOf(keys: readonly Typed[]): string {
  return keys.map((one) => ("text" in one ? one.text : (TEXTS[one.key] ?? ""))).join("");
}

/** The longest beginning of an escape sequence that waits for its rest. */
const LONGEST = 32;

/** The length of a text without the beginning of an escape sequence at its end. */
export function wholeKeysIn(typed: string): number {
  const at = typed.lastIndexOf("\x1b");
  if (at === -1 || typed.length - at > LONGEST) return typed.length;
  return /^\x1b(?:\[[0-?]*[ -/]*|O)?$/.test(typed.slice(at)) ? at : typed.length;
}
