/** The lines of a text and their indentation, which says something also where the text cannot be read. */
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";

export interface Line extends Span {
  /** Spaces before its content; for a line without content, all of it. */
  readonly indent: number;
  /** Lines without content, with a comment, between documents, or indented with tabs tell nothing about what is around them. */
  readonly isMute: boolean;
  readonly isItem: boolean;
}

export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  const breaks = /\r\n|\n|\r|$/g;
  for (let start = 0; start <= text.length; ) {
    breaks.lastIndex = start;
    const [mark = ""] = breaks.exec(text) ?? [];
    const end = breaks.lastIndex - mark.length;
    lines.push(lineOf(text, start, end));
    if (mark === "") break;
    start = breaks.lastIndex;
  }
  return lines;
}

function lineOf(text: string, from: number, end: number): Line {
  const start = text.charCodeAt(from) === 0xfeff ? from + 1 : from;
  let at = start;
  while (at < end && text[at] === " ") at += 1;
  const first = text.slice(at, at + 3);
  const isMark = at === start && (first === "---" || first === "...");
  const isMute = at === end || isMark || /^(?:#|\/\/|\/\*|\t)/.test(first);
  return { start, end, indent: at - start, isMute, isItem: /^-(?:\s|$)/.test(text.slice(at, at + 2)) };
}
