/** The edit that makes a text readable; known for a few kinds of mistakes. */
import type { Span } from "../diagnostic/diagnostic.js";

export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** `isSure`: the author can have meant no other edit. */
export interface Repair {
  readonly edits: readonly Edit[];
  readonly isSure: boolean;
}

export function inserting(text: string, offset: number): Edit {
  return { span: { start: offset, end: offset }, text };
}

export function edited(text: string, { span, text: written }: Edit): string {
  return text.slice(0, span.start) + written + text.slice(span.end);
}
