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
  return {
    rule: rule.id,
    severity,
    message: show(finding.message),
    ...(label === undefined ? {} : { label: show(label) }),
    layer: layer.scope,
    file,
    range,
    ...("path" in at ? { path: toPointer(redactor.path(at.path)) } : {}),
    related: finding.related.map(({ at: other, message }) => ({ ...place(other), message: show(message) })),
    notes: finding.notes.map(show),
    ...(help === undefined ? {} : { help: show(help) }),
    fixes: finding.fixes.flatMap((fix) => fixFor(layer.document, fix, show, redactor)),
  };
}

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
