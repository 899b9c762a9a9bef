/** A whole text as it may be shown: without secrets, and without characters that act on a terminal. */
import type { Document } from "../document/document.js";
import { hiddenSpans } from "../redaction/spans.js";
import { printable, REDACTED } from "../text/printable.js";

/** The text line by line, with hidden parts replaced. Line breaks become `\n`. */
export function safeText(document: Document, words: RegExp | undefined): string {
  const { text } = document.source;
  let at = 0;
  return text
    .split("\n")
    .map((line) => {
      const start = at;
      at += line.length + 1;
      const content = line.replace(/\r$/, "");
      let shown = "";
      let from = start;
      for (const hidden of hiddenSpans(document, { start, end: start + content.length }, words)) {
        shown += `${text.slice(from, hidden.start)}${REDACTED}`;
        from = hidden.end;
      }
      return printable(shown + text.slice(from, start + content.length));
    })
    .join("\n");
}
