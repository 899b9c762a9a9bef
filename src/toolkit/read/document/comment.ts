/** A comment of a text. */
import type { Span } from "../diagnostic/diagnostic.js";

export interface Comment {
  /** From the first mark of the comment to its end, without the line break. */
  readonly span: Span;
  /** The text of the comment, without its marks. */
  readonly text: string;
}

/** The comment with this spelling at an offset. `mark` is as long as the opening of a block comment. */
export function commentAt(spelling: string, start: number, mark: "#" | "//"): Comment {
  const inside = spelling.slice(mark.length);
  const text = (spelling.startsWith("/*") ? inside.replace(/\*\/$/, "") : inside).trim();
  return { span: { start, end: start + spelling.length }, text };
}
