/** Diagnostics for a person at a terminal: message, place, source, what else to know and what to do. */
import type { Diagnostic, Range, Severity } from "../diagnostic.js";
import type { Document } from "../document/document.js";
import type { LintResult } from "../lint.js";
import { printable } from "../printable.js";
import { secretWords } from "../schema/hidden.js";
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
  const words = [...documents.values()].flatMap(secretWords);
  const blocks = diagnostics.slice(0, MOST_SHOWN).map((diagnostic) => block(diagnostic, documents, words, paint));
  const rest = diagnostics.length - blocks.length;
  if (rest > 0) blocks.push(`${rest} more not shown; \`--format json\` prints all\n`);
  return blocks.join("\n");
}

function block(
  diagnostic: Diagnostic,
  documents: ReadonlyMap<string, Document>,
  words: readonly string[],
  paint: Paint,
): string {
  const places = [diagnostic, ...diagnostic.related];
  const gutter = Math.max(...places.map(({ range }) => String(range.start.line).length));
  const margin = " ".repeat(gutter);
  const bar = paint.faint(`${margin} |`);
  const out = [
    `${paint.severity(diagnostic.severity, `${diagnostic.severity}[${diagnostic.rule}]`)}${paint.strong(`: ${diagnostic.message}`)}`,
  ];

  const show = (
    arrow: string,
    file: string,
    range: Range,
    mark: string,
    label: string | undefined,
    severity: Severity,
  ): void => {
    const { line, column } = range.start;
    out.push(`${margin}${paint.faint(arrow)} ${printable(file)}:${line}:${column}`);
    const document = documents.get(file);
    const frame = document && frameOf(document, range, words);
    if (frame !== undefined) out.push(bar, ...frameLines(frame, gutter, mark, label, severity, paint), bar);
    else if (label !== undefined) out.push(`${margin} ${paint.faint("=")} ${label}`);
  };

  show("-->", diagnostic.file, diagnostic.range, "^", diagnostic.label, diagnostic.severity);
  for (const related of diagnostic.related) show(":::", related.file, related.range, "-", related.message, "info");
  const say = (kind: string, text: string): void => {
    out.push(`${margin} ${paint.faint("=")} ${paint.strong(`${kind}:`)} ${text}`);
  };
  for (const note of diagnostic.notes) say("note", note);
  if (diagnostic.help !== undefined) say("help", diagnostic.help);
  for (const fix of diagnostic.fixes) say("fix", `${fix.title} (${fix.safe ? "safe" : "unsafe"})`);
  return `${out.join("\n")}\n`;
}

function frameLines(
  frame: Frame,
  gutter: number,
  mark: string,
  label: string | undefined,
  severity: Severity,
  paint: Paint,
): readonly string[] {
  const number = String(frame.line).padStart(gutter);
  const underline = mark.repeat(frame.width) + (label === undefined ? "" : ` ${label}`);
  return [
    `${paint.faint(`${number} |`)} ${frame.text}`.trimEnd(),
    `${paint.faint(`${" ".repeat(gutter)} |`)} ${" ".repeat(frame.indent)}${paint.severity(severity, underline)}`,
  ];
}
