/** The diagnostic format of reviewdog; its columns count bytes of UTF-8. Safe fixes become suggestions. */
import { printableJson } from "../../../text/escape.js";
import { type Hidden, hiddenIn } from "../../mean/redaction/hidden.js";
import type { Diagnostic, Fix, Range, Severity, Span } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import type { LintResult } from "../analysis/run.js";
import { nameFromRoot } from "./ground.js";
import { byteRanges } from "./lines.js";
import { adviceOf } from "./remarks.js";
import type { Exchange } from "./reporter.js";

const SEVERITIES: Readonly<Record<Severity, string>> = { error: "ERROR", warning: "WARNING", info: "INFO" };

export const rdjson: Exchange = {
  render: (result, shown, { ground }) => {
    const texts = textsOf(result);
    const location = (file: string, range: Range): object => {
      const counted = texts.get(file);
      const path = nameFromRoot(ground, file);
      return counted === undefined ? { path } : { path, range: counted.rangeOf(spanOf(range)) };
    };
    const diagnostics = shown.map((diagnostic) => {
      const { rule, severity, message, label, file, range, related } = diagnostic;
      const suggestions = diagnostic.fixes.flatMap((fix) => suggestion(fix, diagnostic, texts));
      return {
        message: [message, ...(label === undefined ? [] : [label]), ...adviceOf(diagnostic)].join("; "),
        location: location(file, range),
        severity: SEVERITIES[severity],
        code: { value: rule },
        ...(suggestions.length === 0 ? {} : { suggestions }),
        ...(related.length === 0
          ? {}
          : {
              related_locations: related.map((one) => ({
                message: one.message,
                location: location(one.file, one.range),
              })),
            }),
      };
    });
    return `${printableJson({ source: { name: "agentcfg" }, diagnostics })}\n`;
  },
  summary: "none",
};

/** A document, and its ranges in bytes. */
interface Counted {
  readonly document: Document;
  readonly hidden: Hidden;
  readonly rangeOf: ReturnType<typeof byteRanges>;
}

type Texts = ReadonlyMap<string, Counted>;

function textsOf({ layers }: LintResult): Texts {
  const documents = layers.map(({ document }) => document);
  const hidden = hiddenIn(documents);
  return new Map(
    documents.map((document) => [document.source.file, { document, hidden, rangeOf: byteRanges(document) }]),
  );
}

function spanOf({ start, end }: Range): Span {
  return { start: start.offset, end: end.offset };
}

/** A suggestion is one stretch, so several edits become one with the text between them. There is none if that text is secret. */
function suggestion({ safe, edits }: Fix, { file }: Diagnostic, texts: Texts): readonly object[] {
  const counted = texts.get(file);
  if (!safe || counted === undefined || edits.length === 0 || edits.some((edit) => edit.file !== file)) return [];
  const { document, hidden, rangeOf } = counted;
  const inOrder = edits.toSorted((a, b) => a.start - b.start);
  const whole = { start: inOrder[0]?.start ?? 0, end: Math.max(...edits.map(({ end }) => end)) };
  let at = whole.start;
  let text = "";
  for (const edit of inOrder) {
    const between = { start: at, end: edit.start };
    if (between.start < between.end && hidden(document, between).length > 0) return [];
    text += document.source.text.slice(between.start, between.end) + edit.text;
    at = edit.end;
  }
  return [{ range: rangeOf(whole), text }];
}
