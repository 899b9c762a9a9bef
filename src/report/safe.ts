/** A whole text as it may be shown: without secrets, and without characters that act on a terminal. */
import type { Document } from "../document/parse.js";
import { REDACTED } from "../redaction/cover.js";
import type { Redactor } from "../redaction/redactor.js";
import { printable } from "../text/escape.js";

/** The text line by line, with hidden parts replaced. Line breaks become `\n`. */
export function safeText(document: Document, redactor: Redactor): string {
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
      for (const hidden of redactor.spans(document, { start, end: start + content.length })) {
        shown += `${text.slice(from, hidden.start)}${REDACTED}`;
        from = hidden.end;
      }
      return printable(shown + text.slice(from, start + content.length));
    })
    .join("\n");
}
