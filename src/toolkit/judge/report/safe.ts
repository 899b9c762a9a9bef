/** The lines of a text, safe to print: without secrets, and without characters that act on a terminal. */
import { printable } from "../../../text/escape.js";
import { redacted } from "../../mean/redaction/cover.js";
import type { Hidden } from "../../mean/redaction/hidden.js";
import type { Document } from "../../read/document/parse.js";
import { lineSpan } from "../../read/document/source.js";

/** Each with its line break. Tabs, byte order marks and line breaks are harmless and stay. */
export function safeLines(document: Document, hiddenWithin: Hidden): readonly string[] {
  const { text } = document.source;
  let at = 0;
  return text.split(/(?<=\n)/).map((line) => {
    const start = at;
    at += line.length;
    const [, mark = "", content = "", lineBreak = ""] = /^(\ufeff?)(.*?)(\r?\n)?$/s.exec(line) ?? [];
    const from = start + mark.length;
    const hidden = hiddenWithin(document, { start: from, end: from + content.length }).map((span) => ({
      start: span.start - from,
      end: span.end - from,
    }));
    const shown = redacted(content, hidden).split("\t").map(printable).join("\t");
    return `${start === 0 ? mark : printable(mark)}${shown}${lineBreak}`;
  });
}

/** One line (from 1) without its break. */
export function safeLine(document: Document, line: number, hiddenWithin: Hidden): string {
  const span = lineSpan(document.source, line);
  const hidden = hiddenWithin(document, span).map(({ start, end }) => ({
    start: start - span.start,
    end: end - span.start,
  }));
  return printable(redacted(document.source.text.slice(span.start, span.end), hidden));
}
