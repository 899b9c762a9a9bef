/** Turns findings into diagnostics: paths into places, changes into text edits, texts into printable ones. */
import { printable } from "../../../text/escape.js";
import { toPointer } from "../../../text/path.js";
import { shortened } from "../../../text/quote.js";
import type { Redactor } from "../../mean/redaction/redactor.js";
import type { Anchor } from "../../read/diagnostic/anchor.js";
import type { Diagnostic, Fix, Range } from "../../read/diagnostic/diagnostic.js";
import type { Document } from "../../read/document/parse.js";
import { editsFor } from "../../read/edit/edits.js";
import { keepsReadable } from "../../read/edit/readable.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { SuggestedFix } from "../rules/rule.js";
import type { Finding } from "../rules/run.js";
import { rangeAt } from "./place.js";

/** The diagnostic for a finding; `layers`: the layers that it may point into. */
export function diagnose(finding: Finding, layers: readonly Layer[], redactor: Redactor): Diagnostic {
  const { rule, layer, severity, at, label, help } = finding;
  const show = (text: string): string => shortened(printable(redactor.text(text)));
  const place = (anchor: Anchor): { readonly file: string; readonly range: Range } => {
    const { document } = (anchor.layer && layerOfScope(layers, anchor.layer)) ?? layer;
    return { file: document.source.file, range: rangeAt(document, anchor) };
  };
  const { file, range } = place(at);
  // Built field by field: for tens of thousands of diagnostics, spreading takes longer than finding them.
  const said: Unfinished = { rule: rule.id, severity, message: show(finding.message) };
  if (label !== undefined) said.label = show(label);
  said.layer = layer.scope;
  said.file = file;
  said.range = range;
  if ("path" in at) said.path = toPointer(redactor.path(at.path));
  said.related = finding.related.map(({ at: other, message }) => ({ ...place(other), message: show(message) }));
  said.notes = finding.notes.map(show);
  if (help !== undefined) said.help = show(help);
  said.fixes = finding.fixes.flatMap((fix) => fixFor(layer.document, fix, show, redactor));
  return said as Diagnostic;
}

type Unfinished = { -readonly [Part in keyof Diagnostic]?: Diagnostic[Part] };

/** Undefined for a fix that would leave the text unreadable, or that cannot be written without a guess. */
function fixFor(
  document: Document,
  { title, safe, changes }: SuggestedFix,
  show: (text: string) => string,
  redactor: Redactor,
): readonly Fix[] {
  const { file } = document.source;
  const found = changes.map((change) => editsFor(document, change));
  const edits = found.flatMap((own) => own ?? []);
  if (found.includes(undefined) || !keepsReadable(document, changes, edits)) return [];
  // A fix may be printed anywhere, so it must hold no secret.
  const isSecret = (text: string): boolean => redactor.text(text) !== text;
  const { text: whole } = document.source;
  if (edits.some(({ start, end, text }) => text !== "" && (isSecret(text) || isSecret(whole.slice(start, end)))))
    return [];
  return [{ title: show(title), safe, edits: edits.map((edit) => ({ file, ...edit })) }];
}
