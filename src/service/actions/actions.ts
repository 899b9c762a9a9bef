/** The actions of an editor for the findings at a place: their fixes, comments that suppress them, and all safe fixes of the file. */
import { printable } from "../../text/escape.js";
import { grouped } from "../../text/grouped.js";
import { once } from "../../text/once.js";
import { quote } from "../../text/quote.js";
import { cutTo } from "../../text/width.js";
import { fixRun } from "../../toolkit/fix.js";
import type { FixChoice } from "../../toolkit/judge/analysis/candidates.js";
import { type LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import { placesIn, refusalOf, suppressing, type Wanted } from "../../toolkit/judge/suppression/write.js";
import type { Diagnostic, Span, TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { ageOf } from "../../toolkit/read/layers/upgrade.js";
import type { LayerEdit } from "../layer-edit.js";
import { editsBetween, narrowed } from "./between.js";

const LONGEST = 200;

/**
 * The actions for the findings that overlap a span of a layer: fixes first, and safe ones before others. `wanted` selects the findings of a
 * result that the editor shows.
 */
export function actionsFor(
  run: Run,
  layer: Layer,
  span: Span,
  wanted: FixChoice["wanted"] = ({ diagnostics }: LintResult) => diagnostics,
): readonly Action[] {
  const own = wanted(run.result).filter((diagnostic) => isOf(layer, diagnostic));
  const here = own.filter(({ range }) => range.start.offset <= span.end && span.start <= range.end.offset);
  const fixes = canFix(layer) ? here.flatMap((diagnostic) => fixesFor(layer, diagnostic)) : [];
  const isMendable = canFix(layer) && own.some((diagnostic) => diagnostic.fixes.some(({ safe }) => safe));
  const safeFirst = fixes.toSorted((a, b) => Number(a.kind === "fix-unsafe") - Number(b.kind === "fix-unsafe"));
  return [...safeFirst, ...(isMendable ? [fixAllOf(run, layer, wanted)] : []), ...suppressionsOf(run, layer, here)];
}

/** A file of a newer version is never rewritten (S10). */
function canFix({ document }: Layer): boolean {
  return ageOf(document) !== "newer";
}

function fixesFor(layer: Layer, finding: Diagnostic): readonly Action[] {
  return finding.fixes.map(({ title, safe, edits }) => ({
    kind: safe ? "fix" : "fix-unsafe",
    title: cutTo(printable(title), LONGEST),
    about: [finding],
    edits: () =>
      layerEdits(
        layer,
        edits.flatMap((edit) => narrowed(layer.document.source.text, edit)),
      ),
  }));
}

export type ActionKind = "fix" | "fix-unsafe" | "suppress-line" | "suppress-file" | "fix-all";

export interface Action {
  readonly kind: ActionKind;
  /** Printable: on one line, and not too long. */
  readonly title: string;
  /** The findings it is about; empty for an action on the whole file. */
  readonly about: readonly Diagnostic[];
  /** The changes, computed on demand; empty if the text cannot be changed after all. */
  readonly edits: () => readonly LayerEdit[];
}

/** One action that an editor can offer at a place, as neutral data. */
function layerEdits(layer: Layer, edits: readonly TextEdit[]): readonly LayerEdit[] {
  return edits.map(({ start, end, text }) => ({ layer, span: { start, end }, text }));
}

/**
 * All safe fixes of one layer, as `agentcfg lint --fix` applies them to its file. `wanted`: the findings of a run to fix; all of them by
 * default.
 */
export function fixAllOf(run: Run, layer: Layer, wanted: FixChoice["wanted"] = allOf): Action {
  const edits = once((): readonly LayerEdit[] => {
    const alone = new Run({ ...run.inputs, reported: [layer] });
    const [fixed] = fixRun(alone, { unsafe: false, wanted }).fixed;
    return fixed === undefined ? [] : layerEdits(layer, editsBetween(layer.document.source.text, fixed.text));
  });
  return { kind: "fix-all", title: "Apply all safe fixes", about: [], edits };
}

const allOf: FixChoice["wanted"] = ({ diagnostics }) => diagnostics;

/**
 * The comments that suppress findings of a layer: one for each rule on each line, and then one for each rule in the file. They contain no
 * reason, so each finding stays until its author adds one.
 */
function suppressionsOf(run: Run, layer: Layer, here: readonly Diagnostic[]): readonly Action[] {
  // The user's own severities do not count here.
  const own = run.result.diagnostics.filter((one) => isOf(layer, one));
  const [byPlace, byRule] = [
    grouped(own.map((one) => [placeOf(one), one])),
    grouped(own.map((one) => [one.rule, one])),
  ];
  const hasPlace = placesIn(layer.document);
  const places = new Map(here.map((one) => [placeOf(one), one]));
  const onLines = [...places].flatMap(([place, { rule, range }]) => {
    const { line } = range.start;
    return hasPlace(line) ? suppression(layer, rule, line, byPlace.get(place) ?? []) : [];
  });
  const rules = new Set(here.map(({ rule }) => rule));
  return [...onLines, ...[...rules].flatMap((rule) => suppression(layer, rule, undefined, byRule.get(rule) ?? []))];
}

function placeOf({ rule, range }: Diagnostic): string {
  return `${range.start.line} ${rule}`;
}

/** `line`: undefined for the file; `same`: the findings that the comment would suppress. */
function suppression(
  layer: Layer,
  rule: string,
  line: number | undefined,
  same: readonly Diagnostic[],
): readonly Action[] {
  const { document, scope } = layer;
  const severity = same.some((one) => one.severity === "error") ? "error" : "warning";
  const wanted: Wanted = { rule, scope, severity, where: line === undefined ? "file" : [line], reason: undefined };
  if (refusalOf(document, wanted) !== undefined) return [];
  const edits: Action["edits"] = () => {
    const written = suppressing(document, wanted);
    return "refusal" in written ? [] : layerEdits(layer, written.edits);
  };
  const [kind, place] =
    line === undefined ? (["suppress-file", "in this file"] as const) : (["suppress-line", `on line ${line}`] as const);
  return [{ kind, title: `Suppress ${quote(rule)} ${place}`, about: same, edits }];
}

/** Whether a finding belongs to a layer. */
function isOf({ scope, document }: Layer, { layer, file }: Diagnostic): boolean {
  return layer === scope && file === document.source.file;
}
