/** Turns what the stages found into diagnostics: paths into places, changes into text edits, texts into something safe to show. */
import type { Diagnostic, Fix, Range } from "./diagnostic.js";
import { type Document, parse } from "./document/document.js";
import { applySplices, type Splice, spliceFor } from "./document/edit.js";
import { spanInside } from "./document/inside.js";
import { find } from "./document/node.js";
import { rangeOf, type Span } from "./document/source.js";
import type { Anchor, Change, Finding, Proposal } from "./finding.js";
import { type Layer, layerOfScope } from "./layers/layer.js";
import { type Path, toPointer } from "./path.js";
import { printable, shortened, withoutWords } from "./printable.js";
import { ruleOf } from "./rules/index.js";
import { isSchemaWord } from "./schema/hidden.js";

/** The diagnostic for a finding in a layer. `words` are declared secret and appear in no text of it. */
export function diagnose(
  finding: Finding,
  layer: Layer,
  layers: readonly Layer[],
  words: RegExp | undefined,
): Diagnostic {
  const show = (text: string): string => shortened(printable(withoutWords(text, words)));
  const place = (anchor: Anchor): { file: string; range: Range } => {
    const { document } = (anchor.layer && layerOfScope(layers, anchor.layer)) ?? layer;
    return { file: document.source.file, range: placeOf(document, anchor) };
  };
  return {
    rule: finding.rule,
    severity: finding.severity ?? ruleOf(finding.rule).severity,
    message: show(finding.message),
    ...(finding.label === undefined ? {} : { label: show(finding.label) }),
    layer: layer.scope,
    ...place(finding.at),
    ...("path" in finding.at
      ? {
          path: toPointer(
            finding.at.path.map((step) => (isSchemaWord(String(step)) ? step : withoutWords(String(step), words))),
          ),
        }
      : {}),
    related: (finding.related ?? []).map(({ at, message }) => ({ ...place(at), message: show(message) })),
    notes: (finding.notes ?? []).map(show),
    ...(finding.help === undefined ? {} : { help: show(finding.help) }),
    fixes: (finding.proposals ?? []).flatMap((proposal) => fixFor(layer.document, proposal, show)),
  };
}

function fixFor(
  document: Document,
  { title, safe, changes }: Proposal,
  show: (text: string) => string,
): readonly Fix[] {
  const { file } = document.source;
  const splices = changes.flatMap((change) => spliceFor(document, change) ?? []);
  if (splices.length < changes.length || breaks(document, changes, splices)) return [];
  const edits = splices.map(({ span, text }) => ({ file, start: span.start, end: span.end, text }));
  return [{ title: show(title), safe, edits }];
}

/** Whether a change to more than one name or value, such as one that takes an anchor with it, makes the text unreadable. */
function breaks(document: Document, changes: readonly Change[], splices: readonly Splice[]): boolean {
  if (changes.every(({ kind }) => kind === "rename" || kind === "replace")) return false;
  const { file, text } = document.source;
  const after = parse({ file, text: applySplices(text, splices) }, document.format);
  return after.problems.length > document.problems.length;
}

/** Where a path is written in a document. */
export function placeOf(document: Document, anchor: Anchor): Range {
  return rangeOf(document.source, spanOf(document, anchor));
}

/** The text a finding points at. What has no text of its own is shown at the nearest thing around it. */
function spanOf(document: Document, anchor: Anchor): Span {
  if ("span" in anchor) return anchor.span;
  const found = nearest(document, anchor.path);
  if (found === undefined) return { start: 0, end: 0 };
  const { node, entry } = found;
  if (anchor.part === "key") return entry?.keySpan ?? firstLine(document, node.span);
  if (anchor.within !== undefined && node.kind === "scalar") {
    return spanInside(document, node, anchor.within) ?? firstLine(document, node.span);
  }
  return node.span.start === node.span.end && entry !== undefined ? entry.keySpan : firstLine(document, node.span);
}

function nearest(document: Document, path: Path): ReturnType<typeof find> {
  for (let length = path.length; document.root !== undefined && length >= 0; length -= 1) {
    const found = find(document.root, path.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A value of many lines is pointed at by its first one. */
function firstLine(document: Document, span: Span): Span {
  const [line = ""] = document.source.text.slice(span.start, span.end).split(/[\r\n]/, 1);
  return { start: span.start, end: span.start + line.trimEnd().length };
}
