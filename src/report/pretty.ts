/** Diagnostics for a person at a terminal: message, place, source, what else to know and what to do. */
import type { Diagnostic, Range, Severity } from "../diagnostic/diagnostic.js";
import type { Document } from "../document/document.js";
import type { LintResult } from "../lint.js";
import { secretWords } from "../redaction/words.js";
import { printable } from "../text/printable.js";
import { type Frame, frameOf } from "./frame.js";

/** How parts of a report are made to stand out; each function may return its text as it is. */
export interface Paint {
  readonly severity: (severity: Severity, text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** More than this helps nobody at a terminal; `json` prints all. */
const MOST_SHOWN = 200;

/** The report; empty when there is nothing to say. */
export function renderPretty(result: LintResult, diagnostics: readonly Diagnostic[], paint: Paint): string {
  const documents = new Map(result.layers.map(({ document }) => [document.source.file, document]));
  const words = secretWords([...documents.values()]);
  const blocks = diagnostics.slice(0, MOST_SHOWN).map((diagnostic) => block(diagnostic, documents, words, paint));
  const rest = diagnostics.length - blocks.length;
  if (rest > 0) blocks.push(`${rest} more not shown; \`--format json\` prints all\n`);
  return blocks.join("\n");
}

function block(
  diagnostic: Diagnostic,
  documents: ReadonlyMap<string, Document>,
  words: RegExp | undefined,
  paint: Paint,
): string {
  const { severity, rule, message, notes, help, fixes, related } = diagnostic;
  const places: readonly Place[] = [
    { ...diagnostic, arrow: "-->", mark: "^", severity },
    ...related.map(
      ({ file, range, message: label }): Place => ({ file, range, label, arrow: ":::", mark: "-", severity: "info" }),
    ),
  ];
  const gutter = Math.max(...places.map(({ range }) => String(range.start.line).length));
  const margin = " ".repeat(gutter);
  const remarks = [
    ...notes.map((note) => ["note", note]),
    ...(help === undefined ? [] : [["help", help]]),
    ...fixes.map(({ title, safe }) => ["fix", `${title} (${safe ? "safe" : "unsafe"})`]),
  ];
  const body = [
    ...places.flatMap((place) => placeLines(place, documents, words, margin, paint)),
    ...remarks.map(([kind, text]) => `${margin} ${paint.faint("=")} ${paint.strong(`${kind}:`)} ${text}`),
  ];
  // The empty bar under a frame leads over to what follows it; at the end it would dangle.
  if (remarks.length === 0 && body.at(-1) === bar(margin, paint)) body.pop();
  return [`${paint.severity(severity, `${severity}[${rule}]`)}${paint.strong(`: ${message}`)}`, ...body, ""].join("\n");
}

interface Place {
  readonly file: string;
  readonly range: Range;
  readonly label?: string;
  readonly arrow: string;
  readonly mark: string;
  readonly severity: Severity;
}

const bar = (margin: string, paint: Paint): string => paint.faint(`${margin} |`);

function placeLines(
  place: Place,
  documents: ReadonlyMap<string, Document>,
  words: RegExp | undefined,
  margin: string,
  paint: Paint,
): readonly string[] {
  const { file, range, label, arrow } = place;
  const header = `${margin}${paint.faint(arrow)} ${printable(file)}:${range.start.line}:${range.start.column}`;
  const document = documents.get(file);
  const frame = document && frameOf(document, range, words);
  if (frame === undefined) return label === undefined ? [header] : [header, `${margin} ${paint.faint("=")} ${label}`];
  const edge = bar(margin, paint);
  return [header, edge, ...frameLines(frame, place, margin, paint), edge];
}

function frameLines(frame: Frame, { mark, label, severity }: Place, margin: string, paint: Paint): readonly string[] {
  const number = String(frame.line).padStart(margin.length);
  const underline = mark.repeat(frame.width) + (label === undefined ? "" : ` ${label}`);
  return [
    `${paint.faint(`${number} |`)} ${frame.text}`.trimEnd(),
    `${bar(margin, paint)} ${" ".repeat(frame.indent)}${paint.severity(severity, underline)}`,
  ];
}
