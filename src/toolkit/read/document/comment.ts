/** A comment of a text. */
import type { Span } from "../diagnostic/diagnostic.js";

export interface Comment {
  /** From its first mark to its end, the line break not included. */
  readonly span: Span;
  /** What it says, without its marks. */
  readonly text: string;
}

/** The comment that is spelt like this at an offset; `mark` and the opening of a block comment are of one length. */
export function commentAt(spelling: string, start: number, mark: "#" | "//"): Comment {
  const text = spelling.slice(mark.length).replace(/\*\/$/, "").trim();
  return { span: { start, end: start + spelling.length }, text };
}
