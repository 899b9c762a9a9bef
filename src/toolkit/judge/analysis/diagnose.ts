/**
 * Turns findings into diagnostics: paths into places, changes into text edits, texts into printable ones. A wrong value is reported at its
 * anchor, and not again at its aliases.
 */
import { printable } from "../../../text/escape.js";
import { type Path, toPointer } from "../../../text/path.js";
import { shortened } from "../../../text/quote.js";
import type { Redactor } from "../../mean/redaction/redactor.js";
import type { Anchor } from "../../read/diagnostic/anchor.js";
import type { Diagnostic, Fix, Range } from "../../read/diagnostic/diagnostic.js";
import { find } from "../../read/document/node.js";
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
  const paths = [at, ...finding.related.map((other) => other.at)].flatMap((one) => ("path" in one ? [one.path] : []));
  // A project hides no name and nothing of its effects on its user.
  const isPlain = layer.scope !== "project" || rule.id.startsWith("trust/");
  const named = "path" in at ? withHiddenNames(at.path, redactor) : (text: string) => text;
  const hide = (text: string): string => (isPlain ? redactor.text(named(text)) : redactor.quoted(named(text), paths));
  const show = (text: string): string => shortened(printable(hide(text)));
  const place = (anchor: Anchor): Place =>
    placeIn(((anchor.layer && layerOfScope(layers, anchor.layer)) ?? layer).document, anchor);
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
    related: finding.related.map(({ at: other, policy, message }) => ({
      ...(policy === undefined ? place(other) : placeIn(policy.document, other)),
      message: show(message),
    })),
    notes: finding.notes.map(show),
    ...(help === undefined ? {} : { help: show(help) }),
    fixes: finding.fixes.flatMap((fix) => fixFor(layer, fix, show, redactor)),
  };
}

interface Place {
  readonly file: string;
  readonly range: Range;
}

function placeIn(document: Document, anchor: Anchor): Place {
  return { file: document.source.file, range: rangeAt(document, anchor) };
}

/** Hides the secrets in the names of a path in a text that quotes them. */
function withHiddenNames(path: Path, redactor: Redactor): (text: string) => string {
  const shown = redactor.path(path);
  const hidden = path.flatMap((step, index): readonly (readonly [string, string])[] =>
    typeof step === "string" && shown[index] !== step ? [[step, String(shown[index])]] : [],
  );
  return (text) => hidden.reduce((all, [name, instead]) => all.replaceAll(name, () => instead), text);
}

/** Undefined for a fix that would make the text unreadable, or that would have to guess. */
function fixFor(
  { document, scope }: Layer,
  { title, safe, changes }: SuggestedFix,
  show: (text: string) => string,
  redactor: Redactor,
): readonly Fix[] {
  const { file } = document.source;
  const perChange = changes.map((change) => editsFor(document, change));
  const edits = perChange.flatMap((own) => own ?? []);
  if (perChange.includes(undefined) || !keepsReadable(document, changes, edits)) return [];
  // Fixes may be printed anywhere, so they must hold no secret.
  const hide = scope === "project" ? (text: string) => redactor.quoted(text, []) : redactor.text;
  const isSecret = (text: string): boolean => hide(text) !== text;
  const { text: whole } = document.source;
  if (edits.some(({ start, end, text }) => text !== "" && (isSecret(text) || isSecret(whole.slice(start, end)))))
    return [];
  return [{ title: show(title), safe, edits: edits.map((edit) => ({ file, ...edit })) }];
}

/** A diagnostic; `isDoubtful` if an unread layer could contradict it. */
export interface Judged {
  readonly diagnostic: Diagnostic;
  readonly isDoubtful: boolean;
}

export function judged(finding: Finding, layers: readonly Layer[], redactor: Redactor): Judged {
  const diagnostic = diagnose(finding, layers, redactor);
  return { diagnostic, isDoubtful: isDoubtful(finding, layerOfScope(layers, "global")) };
}

/** Whether the value that a project seems to lack may be in an unread global layer (S27). */
function isDoubtful({ rule, layer, isSure }: Finding, global: Layer | undefined): boolean {
  return layer.scope === "project" && global?.root === undefined && rule.asksGlobal === true && isSure !== true;
}

/** The findings about a layer, without the repetitions at aliases. */
export function withoutEchoes(findings: readonly Finding[], { document: { root, source } }: Layer): readonly Finding[] {
  if (root === undefined || !source.text.includes("*")) return findings;
  const nodes = new Map(findings.map((finding) => [finding, nodeOf(finding)]));
  const keyOf = ({ rule }: Finding, start: number | undefined): string => `${rule.id} ${start}`;
  const keys = new Set(findings.map((finding) => keyOf(finding, nodes.get(finding)?.span.start)));
  return findings.filter((finding) => {
    const origin = nodes.get(finding)?.origin;
    return origin === undefined || !keys.has(keyOf(finding, origin.start));
  });

  function nodeOf({ at }: Finding) {
    return root !== undefined && "path" in at && at.part === "value" ? find(root, at.path)?.node : undefined;
  }
}
