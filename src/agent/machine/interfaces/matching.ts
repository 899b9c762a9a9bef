/** Regular expressions of strangers, which may take forever: they run on a thread that can be ended. */

export interface Expression {
  readonly source: string;
  readonly ignoresCase: boolean;
}

/** A line that matches. */
export interface MatchedLine {
  /** From 1. */
  readonly line: number;
  /** The line, or the part of a long one around the match. */
  readonly text: string;
}

/** The lines of one text: at most `most`, and the number of all. */
export interface MatchedText {
  readonly lines: readonly MatchedLine[];
  readonly count: number;
}

export interface Matcher {
  /** The lines of each text that match; a text with NUL characters is none and has no lines. Takes the bytes away. Rejects once it has ended. */
  match(texts: readonly Uint8Array[], most: number): Promise<readonly MatchedText[]>;
  /** Ends the thread, whatever it does. */
  end(): void;
}

/** Starts a thread for one expression, which is valid. */
export type StartMatcher = (expression: Expression) => Matcher;

/** The expression as this machine reads it; undefined for one that is not valid. With `u` escapes must be exact: then the older reading counts. */
export function compiled({ source, ignoresCase }: Expression): RegExp | undefined {
  const flags = ignoresCase ? "i" : "";
  for (const unicode of ["u", ""]) {
    try {
      return new RegExp(source, `${flags}${unicode}`);
    } catch {
      // The other reading may accept it.
    }
  }
  return undefined;
}
