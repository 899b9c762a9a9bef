/** Turns what the stages found into diagnostics: paths into places, changes into text edits, texts into something safe to show. */
import type { Diagnostic, Fix, Range } from "../diagnostic/diagnostic.js";
import type { Anchor, Finding, Proposal } from "../diagnostic/finding.js";
import type { Document } from "../document/document.js";
import { spanInside } from "../document/inside.js";
import { type Entry, find, type Node } from "../document/node.js";
import { firstLine, rangeOf, type Span } from "../document/source.js";
import { splicesFor } from "../edit/edit.js";
import { keepsReadable } from "../edit/sound.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { isSchemaWord } from "../redaction/spans.js";
import { ruleOf } from "../rules/index.js";
import { type Path, toPointer } from "../text/path.js";
import { printable, shortened, withoutWords } from "../text/printable.js";

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
  const found = changes.map((change) => splicesFor(document, change));
  const splices = found.flatMap((own) => own ?? []);
  if (found.includes(undefined) || !keepsReadable(document, changes, splices)) return [];
  const edits = splices.map(({ span, text }) => ({ file, start: span.start, end: span.end, text }));
  return [{ title: show(title), safe, edits }];
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
  const shown = firstLine(document.source, node.span);
  if (anchor.part === "key") return (entry ?? firstEntry(node))?.keySpan ?? shown;
  if (anchor.within !== undefined && node.kind === "scalar") return spanInside(document, node, anchor.within) ?? shown;
  return node.span.start === node.span.end && entry !== undefined ? entry.keySpan : shown;
}

/** A file has no name that could be pointed at, so its first one stands for it. */
function firstEntry(node: Node): Entry | undefined {
  return node.kind === "mapping" ? node.entries.values().next().value : undefined;
}

function nearest(document: Document, path: Path): ReturnType<typeof find> {
  for (let length = path.length; document.root !== undefined && length >= 0; length -= 1) {
    const found = find(document.root, path.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}
