/** Suppresses all findings of a rule in the reported layers of a run, by comments in their texts. Writes no files. */
import { once } from "../../text/once.js";
import type { FixedLayer, FixResult } from "../../toolkit/fix.js";
import { rewriting } from "../../toolkit/judge/analysis/candidates.js";
import type { LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import { suppressing } from "../../toolkit/judge/suppression/write.js";
import type { Diagnostic, TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import { applyEdits } from "../../toolkit/read/edit/text-edits.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

/** Findings that stay. */
export interface Refused {
  readonly file: string;
  /** Their lines. */
  readonly lines: readonly number[];
  readonly why: string;
}

export interface SuppressedRun {
  /** The layers with new comments; `titles` has one item for each comment. */
  readonly result: FixResult;
  readonly refused: readonly Refused[];
  /** Whether the rule has a finding. */
  readonly hasFinding: boolean;
}

export interface Suppressing {
  readonly rule: string;
  readonly reason: string;
  /** The findings that may be suppressed. */
  readonly wanted: ((result: LintResult) => readonly Diagnostic[]) | undefined;
}

export function suppressedRun(run: Run, { rule, reason, wanted }: Suppressing): SuppressedRun {
  const { result } = run;
  const findings = (wanted?.(result) ?? result.diagnostics).filter((finding) => finding.rule === rule);
  const changes = result.reported.map((layer) => {
    const lines = new Set(findings.filter((one) => isOf(layer, one)).map(({ range }) => range.start.line));
    // The user's own severities do not count for comments.
    const own = result.diagnostics.filter((one) => one.rule === rule && isOf(layer, one));
    const errors = new Set(own.filter(({ severity }) => severity === "error").map(({ range }) => range.start.line));
    const [worse, rest] = [[...lines].filter((line) => errors.has(line)), [...lines].filter((one) => !errors.has(one))];
    return written(layer, [
      suppressed(layer, worse, { rule, reason, severity: "error" }),
      suppressed(layer, rest, { rule, reason, severity: "warning" }),
    ]);
  });
  return {
    result: resultOf(
      run,
      changes.flatMap(({ fixed }) => fixed),
    ),
    refused: changes.flatMap(({ refused }) => refused),
    hasFinding: findings.length > 0,
  };
}

function isOf({ scope, document }: Layer, { layer, file }: Diagnostic): boolean {
  return layer === scope && file === document.source.file;
}

interface Part {
  readonly edits: readonly TextEdit[];
  readonly refused: readonly Refused[];
}

function suppressed(
  { document, scope }: Layer,
  lines: readonly number[],
  how: { readonly rule: string; readonly reason: string; readonly severity: "error" | "warning" },
): Part {
  if (lines.length === 0) return { edits: [], refused: [] };
  const { file } = document.source;
  const outcome = suppressing(document, { ...how, scope, where: lines });
  if ("refusal" in outcome) return { edits: [], refused: [{ file, lines, why: outcome.refusal }] };
  const { edits, missed } = outcome;
  return { edits, refused: missed.length === 0 ? [] : [{ file, lines: missed, why: outcome.why }] };
}

function written(
  layer: Layer,
  parts: readonly Part[],
): { readonly fixed: readonly FixedLayer[]; readonly refused: readonly Refused[] } {
  const edits = parts.flatMap((part) => part.edits);
  const refused = parts.flatMap((part) => part.refused);
  if (edits.length === 0) return { fixed: [], refused };
  const text = applyEdits(layer.document.source.text, edits);
  return { fixed: [{ before: layer, text, titles: edits.map(() => "suppress") }], refused };
}

function resultOf(run: Run, fixed: readonly FixedLayer[]): FixResult {
  const afterOnly = (changes: readonly FixedLayer[]): LintResult =>
    changes.length === 0
      ? run.result
      : rewriting(run, new Map(changes.map(({ before, text }) => [before, text]))).result;
  const after = once(() => afterOnly(fixed));
  return {
    fixed,
    before: run.result,
    get after() {
      return after();
    },
    afterOnly,
  };
}
