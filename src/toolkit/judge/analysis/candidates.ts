/** The fixes that could be applied to the layers of a run, and the run with some of them applied. */
import { type Path, parsePath, toPointer } from "../../../text/path.js";
import type { Diagnostic, Fix, Scope } from "../../read/diagnostic/diagnostic.js";
import { applyEdits } from "../../read/edit/text-edits.js";
import type { Layer } from "../../read/layers/layer.js";
import { ageOf } from "../../read/layers/upgrade.js";
import { rewritten } from "./rewrite.js";
import type { LintResult, Run } from "./run.js";

/** An applicable fix, and the layer it belongs to. */
export interface Candidate {
  readonly key: string;
  readonly rule: string;
  readonly path: Path | undefined;
  readonly fix: Fix;
}

/** A key shared by a layer and its rewritten versions. */
export function layerKey({ scope, document }: Layer): string {
  return `${scope} ${document.source.file}`;
}

/** The wanted fixes: of which diagnostics, and whether unsafe ones, too. */
export interface FixChoice {
  readonly unsafe: boolean;
  readonly wanted: (result: LintResult) => readonly Diagnostic[];
}

/** One fix for each diagnostic that has an unambiguous one. */
export function candidates({ inputs, result }: Run, scope: Scope, { unsafe, wanted }: FixChoice): readonly Candidate[] {
  // A file of a newer version is never rewritten (S10).
  const newer = inputs.reported.filter(({ document }) => ageOf(document) === "newer");
  const frozen = new Set(newer.map(layerKey));
  return wanted(result)
    .filter(({ layer }) => layer === scope)
    .flatMap((diagnostic) => candidatesOf(diagnostic, unsafe))
    .filter(({ key }) => !frozen.has(key));
}

export function candidatesOf({ rule, fixes, layer, file, path }: Diagnostic, unsafe: boolean): readonly Candidate[] {
  const chosen = fixes.find(({ safe }) => safe) ?? (unsafe && fixes.length === 1 ? fixes[0] : undefined);
  if (chosen === undefined) return [];
  return [{ key: `${layer} ${file}`, rule, path: path === undefined ? undefined : parsePath(path), fix: chosen }];
}

export function nameOf({ key, rule, path = [], fix: { title } }: Candidate): string {
  return `${key} ${rule} ${toPointer(path)} ${title}`;
}

/** Candidates in the order of the texts; of two that touch the same text, the first. The other one may apply in the next round. */
export function withoutOverlaps(all: readonly Candidate[]): readonly Candidate[] {
  const startOf = ({ fix: { edits } }: Candidate): number => Math.min(...edits.map(({ start }) => start));
  const reached = new Map<string, number>();
  return all
    .toSorted((a, b) => startOf(a) - startOf(b))
    .filter((candidate) => {
      const { key, fix } = candidate;
      if (startOf(candidate) <= (reached.get(key) ?? -1)) return false;
      reached.set(key, Math.max(...fix.edits.map(({ end }) => end)));
      return true;
    });
}

/** The run with other texts in some of its layers. */
export function rewriting(run: Run, texts: ReadonlyMap<Layer, string>): Run {
  const { sha256 } = run.inputs;
  return run.replacing(new Map([...texts].map(([layer, text]) => [layer, rewritten(layer, text, sha256)])));
}

/** The run with some fixes applied. */
export function applied(run: Run, chosen: readonly Candidate[]): Run {
  const texts = new Map<Layer, string>();
  for (const layer of run.inputs.reported) {
    const edits = chosen.flatMap(({ key, fix: { edits: own } }) => (key === layerKey(layer) ? own : []));
    if (edits.length > 0) texts.set(layer, applyEdits(layer.document.source.text, edits));
  }
  return rewriting(run, texts);
}
