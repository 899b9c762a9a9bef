/** Control characters that a reader made of the backslashes of a path. */

const LETTERS: Readonly<Record<string, string>> = {
  ...{ "\x07": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e" },
};

/** A path with single backslashes in double quotes, as its author typed it: its control characters were read from escapes. */
export function withBackslashes(value: string): string {
  return value.replace(/[\x07-\x0d\x1b]/g, (control) => `\\${LETTERS[control]}`);
}
