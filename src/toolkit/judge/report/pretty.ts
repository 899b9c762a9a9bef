/** Diagnostics for a person at a terminal: message, place, source, notes, help and fixes. */
import { printable } from "../../../text/escape.js";
import { type Hidden, hiddenIn } from "../../mean/redaction/hidden.js";
import type { Diagnostic, Range, Severity } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { type Frame, frameOf } from "./frame.js";
import { type Paint, ruleTag } from "./paint.js";
import type { Reporter } from "./reporter.js";

/** The most findings on a terminal; `json` prints all. */
const MOST_SHOWN = 200;

/** Empty for a report without findings. */
export const pretty: Reporter = {
  render: ({ layers, policies = [] }, shown, paint) => {
    const all = [...policies, ...layers.map(({ document }) => document)];
    const documents = new Map(all.map((document) => [document.source.file, document]));
    const sources = { documents, hidden: hiddenIn(layers) };
    const blocks = shown.slice(0, MOST_SHOWN).map((diagnostic) => block(diagnostic, sources, paint));
    const rest = shown.length - blocks.length;
    if (rest > 0) blocks.push(`${rest} more not shown; \`--format json\` prints all\n`);
    return blocks.join("\n");
  },
  summary: "apart",
};

interface Sources {
  readonly documents: ReadonlyMap<string, Document>;
  readonly hidden: Hidden;
}

function block(diagnostic: Diagnostic, sources: Sources, paint: Paint): string {
  const { severity, rule, message, notes, help, fixes, related } = diagnostic;
  // An info has one frame, however many places it has (S41).
  const isBrief = severity === "info";
  const places: readonly MarkedPlace[] = [
    { ...diagnostic, arrow: "-->", mark: "^", severity },
    ...(isBrief ? [] : related.map(relatedPlace)),
  ];
  const gutter = Math.max(...places.map(({ range }) => String(range.start.line).length));
  const margin = " ".repeat(gutter);
  const remarks = [
    ...(isBrief ? related.map((other) => ["also", `${placed(other)} ${other.message}`]) : []),
    ...notes.map((note) => ["note", note]),
    ...(help === undefined ? [] : [["help", help]]),
    ...fixes.map(({ title, safe }) => ["fix", `${title} (${safe ? "safe" : "unsafe"})`]),
  ];
  const body = [
    ...places.flatMap((place) => placeLines(place, sources, margin, paint)),
    ...remarks.map(([kind, text]) => `${margin} ${paint.faint("=")} ${paint.strong(`${kind}:`)} ${text}`),
  ];
  // The empty bar under a frame connects it to the lines that follow; the last frame has none.
  if (remarks.length === 0 && body.at(-1) === bar(margin, paint)) body.pop();
  return [`${ruleTag(paint, severity, rule)}${paint.strong(`: ${message}`)}`, ...body, ""].join("\n");
}

function relatedPlace({ file, range, message: label }: Diagnostic["related"][number]): MarkedPlace {
  return { file, range, label, arrow: ":::", mark: "-", severity: "info" };
}

interface MarkedPlace {
  readonly file: string;
  readonly range: Range;
  readonly label?: string;
  readonly arrow: string;
  readonly mark: string;
  readonly severity: Severity;
}

/** Columns of ` | `. */
const BAR = 3;

/** The fewest columns of a frame, however narrow the terminal is. */
const NARROWEST = 24;

const bar = (margin: string, paint: Paint): string => paint.faint(`${margin} |`);

function placed({ file, range }: Pick<MarkedPlace, "file" | "range">): string {
  return `${printable(file)}:${range.start.line}:${range.start.column}`;
}

function placeLines(
  place: MarkedPlace,
  { documents, hidden }: Sources,
  margin: string,
  paint: Paint,
): readonly string[] {
  const { file, range, label, arrow } = place;
  const header = `${margin}${paint.faint(arrow)} ${placed(place)}`;
  const document = documents.get(file);
  const room = paint.width === undefined ? undefined : Math.max(paint.width - margin.length - BAR, NARROWEST);
  const frame = document && frameOf(document, range, hidden, room);
  if (frame === undefined) return label === undefined ? [header] : [header, `${margin} ${paint.faint("=")} ${label}`];
  const edge = bar(margin, paint);
  return [header, edge, ...frameLines(frame, place, margin, paint), edge];
}

function frameLines(
  frame: Frame,
  { mark, label, severity }: MarkedPlace,
  margin: string,
  paint: Paint,
): readonly string[] {
  const number = String(frame.line).padStart(margin.length);
  const underline = mark.repeat(frame.width) + (label === undefined ? "" : ` ${label}`);
  return [
    `${paint.faint(`${number} |`)} ${frame.text}`.trimEnd(),
    `${bar(margin, paint)} ${" ".repeat(frame.indent)}${paint.severity(severity, underline)}`,
  ];
}
