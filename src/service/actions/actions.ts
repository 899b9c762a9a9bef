/** What an editor can offer to do about the findings at a place: their fixes, comments that suppress them, and all safe fixes of the file. */
import { printable } from "../../text/escape.js";
import { cutTo } from "../../text/width.js";
import type { FixChoice } from "../../toolkit/judge/analysis/candidates.js";
import type { LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import type { Diagnostic, Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { ageOf } from "../../toolkit/read/layers/upgrade.js";
import { type Action, layerEdits } from "./action.js";
import { narrowed } from "./between.js";
import { fixAllOf } from "./fix-all.js";
import { isOf } from "./of-layer.js";
import { suppressionsOf } from "./suppress.js";

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
