/** The diagnostic format of reviewdog; its columns count bytes of UTF-8. Safe fixes become suggestions. */
import { printableJson } from "../../../text/escape.js";
import { type Hidden, hiddenIn } from "../../mean/redaction/hidden.js";
import type { Diagnostic, Fix, Range, Severity, Span } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { lineSpan, positionOf } from "../../read/document/source.js";
import type { LintResult } from "../analysis/run.js";
import { nameFromRoot } from "./ground.js";
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
interface CountedDocument {
  readonly document: Document;
  readonly hidden: Hidden;
  readonly rangeOf: ReturnType<typeof byteRanges>;
}

type Texts = ReadonlyMap<string, CountedDocument>;

function textsOf({ layers }: LintResult): Texts {
  const documents = layers.map(({ document }) => document);
  const hidden = hiddenIn(layers);
  return new Map(
    documents.map((document) => [document.source.file, { document, hidden, rangeOf: byteRanges(document) }]),
  );
}

function spanOf({ start, end }: Range): Span {
  return { start: start.offset, end: end.offset };
}

/** A suggestion has one range, so several edits become one with the text between them. Undefined if that text is secret. */
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

/** A position whose column counts bytes of UTF-8, a byte order mark included. */
interface BytePosition {
  readonly line: number;
  readonly column: number;
}

interface ByteRange {
  readonly start: BytePosition;
  readonly end: BytePosition;
}

/** The ranges of spans, in lines and bytes. Counts are remembered, because a line may be very long. */
function byteRanges({ source }: Document): (span: Span) => ByteRange {
  const { text } = source;
  const counted: number[] = [0];
  const bytesBefore = (offset: number): number => {
    const step = Math.floor(offset / STEP);
    for (let known = counted.length; known <= step; known += 1)
      counted.push((counted[known - 1] ?? 0) + bytesIn(text, (known - 1) * STEP, known * STEP));
    return (counted[step] ?? 0) + bytesIn(text, step * STEP, offset);
  };
  const positionAt = (offset: number): BytePosition => {
    const { line } = positionOf(source, offset);
    const start = line === 1 ? 0 : lineSpan(source, line).start;
    return { line, column: bytesBefore(offset) - bytesBefore(start) + 1 };
  };
  return ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) });
}

/** The number of UTF-16 units between two counts. */
const STEP = 1024;

/** The bytes of a stretch of text; one surrogate of a pair counts as two. */
function bytesIn(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalf ? 2 : 3;
  }
  return bytes;
}
