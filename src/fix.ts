/**
 * Applies fixes until none is left that helps. Works on texts in memory: what comes out is for the caller to write.
 *
 * Every round takes the fixes of what was found that do not overlap, makes the texts anew and looks at them again. A fix that by itself
 * would leave more errors than there were, make a layer unreadable, or change a value that it does not speak of, is not applied (S35).
 */
import { type LintResult, type Run, runOf, unjudgedInputs } from "./analysis/run.js";
import { rewritten } from "./analysis/snapshot.js";
import type { Diagnostic, Fix } from "./diagnostic/diagnostic.js";
import { dataAt, differences } from "./document/data.js";
import { toData } from "./document/node.js";
import { applyEdits } from "./edit/edits.js";
import type { Layer } from "./layers/layer.js";
import { ageOf } from "./layers/upgrade.js";
import { type LintOptions, readInputs } from "./lint.js";
import { type Path, parsePath, toPointer } from "./text/path.js";

export interface FixOptions extends LintOptions {
  /** Apply fixes too that may not be what the author meant. */
  readonly unsafe?: boolean;
}

/** A layer that fixes changed. */
export interface FixedLayer {
  /** As it was read. */
  readonly before: Layer;
  readonly text: string;
  /** What was done, in the order of doing. */
  readonly titles: readonly string[];
}

export interface FixResult {
  readonly fixed: readonly FixedLayer[];
  /** What lint said before anything was changed. */
  readonly before: LintResult;
  /** What it says of the texts as they are now. */
  readonly after: LintResult;
  /** What it says when only these of the changes are made. */
  readonly afterOnly: (made: readonly FixedLayer[]) => LintResult;
}

/** More rounds than any chain of mistakes needs. */
const MOST_ROUNDS = 20;

/** Reads what the options name, as `lint` does, and fixes what can be fixed in the layers that it would report on. */
export function fix(options: FixOptions = {}): FixResult {
  const start = runOf(readInputs(options));
  try {
    return fixAll(start, options);
  } catch {
    const { result } = runOf(unjudgedInputs(start.inputs, "fixing"));
    return { fixed: [], before: start.result, after: result, afterOnly: () => result };
  }
}

function fixAll(start: Run, options: FixOptions): FixResult {
  let run = start;
  const titles = new Map<string, string[]>();
  // Of those that do not help as things stand, none may keep another one from its turn.
  let refused = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = candidates(run, options.unsafe ?? false).filter((candidate) => !refused.has(nameOf(candidate)));
    const chosen = withoutOverlaps(open);
    if (chosen.length === 0) break;
    const accepted = new Set(acceptable(run, chosen));
    for (const { key, fix: done } of accepted) titles.set(key, [...(titles.get(key) ?? []), done.title]);
    if (accepted.size > 0) refused = new Set();
    for (const candidate of chosen) if (!accepted.has(candidate)) refused.add(nameOf(candidate));
    if (accepted.size > 0) run = applied(run, [...accepted]);
  }
  const now = new Map(run.inputs.reported.map((layer) => [layerKey(layer), layer]));
  const fixed = start.inputs.reported.flatMap((before): readonly FixedLayer[] => {
    const text = now.get(layerKey(before))?.document.source.text;
    if (text === undefined || text === before.document.source.text) return [];
    return [{ before, text, titles: titles.get(layerKey(before)) ?? [] }];
  });
  const afterOnly = (made: readonly FixedLayer[]): LintResult =>
    rewriting(start, new Map(made.map(({ before, text }) => [before, text]))).result;
  const diagnostics = run.result.diagnostics.map((diagnostic) => withRefusal(diagnostic, refused));
  return { fixed, before: start.result, after: { ...run.result, diagnostics }, afterOnly };
}

/** Says of a safe fix why it was not applied. */
function withRefusal(diagnostic: Diagnostic, refused: ReadonlySet<string>): Diagnostic {
  const isRefused = candidatesOf(diagnostic, false).some((candidate) => refused.has(nameOf(candidate)));
  return isRefused ? { ...diagnostic, notes: [...diagnostic.notes, NOT_APPLIED] } : diagnostic;
}

const NOT_APPLIED = "the fix is not applied, because it would leave more errors than there are";

/** A fix that could be applied, and the layer it belongs to. */
interface Candidate {
  readonly key: string;
  readonly rule: string;
  readonly path: Path | undefined;
  readonly fix: Fix;
}

function layerKey({ scope, document }: Layer): string {
  return `${scope} ${document.source.file}`;
}

/** The run with other texts in some of its layers. */
function rewriting(run: Run, texts: ReadonlyMap<Layer, string>): Run {
  const { sha256 } = run.inputs;
  return run.replacing(new Map([...texts].map(([layer, text]) => [layer, rewritten(layer, text, sha256)])));
}

/** One fix for each diagnostic that has one without a doubt. */
function candidates({ inputs, result }: Run, unsafe: boolean): readonly Candidate[] {
  // A file of a newer version is never rewritten (S10).
  const newer = inputs.reported.filter(({ document }) => ageOf(document) === "newer");
  const frozen = new Set(newer.map(layerKey));
  return result.diagnostics
    .flatMap((diagnostic) => candidatesOf(diagnostic, unsafe))
    .filter(({ key }) => !frozen.has(key));
}

function candidatesOf({ rule, fixes, layer, file, path }: Diagnostic, unsafe: boolean): readonly Candidate[] {
  const chosen = fixes.find(({ safe }) => safe) ?? (unsafe && fixes.length === 1 ? fixes[0] : undefined);
  if (chosen === undefined) return [];
  return [{ key: `${layer} ${file}`, rule, path: path === undefined ? undefined : parsePath(path), fix: chosen }];
}

function nameOf({ key, rule, path = [], fix: { title } }: Candidate): string {
  return `${key} ${rule} ${toPointer(path)} ${title}`;
}

/** In the order of the texts; of two that touch the same text, the first. The other one may have its turn in the next round. */
function withoutOverlaps(all: readonly Candidate[]): readonly Candidate[] {
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

/** How often texts may be looked at once more to tell good fixes from bad ones: the larger they are, the less often. */
function trialsFor({ inputs }: Run): number {
  const size = inputs.groups.flat().reduce((sum, { document }) => sum + document.source.text.length, 1);
  return Math.max(12, Math.min(200, Math.floor(500_000 / size)));
}

/** As many of the fixes as do good: all of them, or else what is left of either half. */
function acceptable(run: Run, chosen: readonly Candidate[], trials = { left: trialsFor(run) }): readonly Candidate[] {
  const isGood = (some: readonly Candidate[], areTried = some.length === 1): boolean => {
    trials.left -= 1;
    return trials.left >= 0 && isBetter(run, some, areTried);
  };
  if (chosen.length === 0 || (chosen.length > 1 && isGood(chosen))) return chosen;
  if (chosen.length === 1) return isGood(chosen) ? chosen : [];
  const middle = Math.ceil(chosen.length / 2);
  const first = acceptable(run, chosen.slice(0, middle), trials);
  const second = acceptable(run, chosen.slice(middle), trials);
  const both = [...first, ...second];
  return first.length === 0 || second.length === 0 || isGood(both, true) ? both : first;
}

/** `areTried`: whether each of them is known to be good by itself. */
function isBetter(run: Run, chosen: readonly Candidate[], areTried: boolean): boolean {
  const after = applied(run, chosen);
  const pairs = run.inputs.reported.map((old, index) => [old, after.inputs.reported[index] ?? old] as const);
  // In a text that could not be read before, nobody knows how many mistakes there were.
  const isReadNow = pairs.some(([old, now]) => old.document.root === undefined && now.document.root !== undefined);
  if (!isReadNow && after.result.summary.errors > run.result.summary.errors) return false;
  // What several do together may hide what one of them does: where an error is new, each is looked at by itself.
  if (!areTried && hasNewError(run, after)) return false;
  return pairs.every(([old, layer]) => {
    if (layer.root === undefined && old.root !== undefined) return false;
    if (old.document.root === undefined) return true;
    const isMeant = reachOf(chosen.filter(({ key }) => key === layerKey(old)));
    return changedPaths(old, layer).every(isMeant);
  });
}

function hasNewError(before: Run, after: Run): boolean {
  const known = errorsOf(before);
  return [...errorsOf(after)].some((error) => !known.has(error));
}

function errorsOf({ result: { diagnostics } }: Run): ReadonlySet<string> {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return new Set(errors.map(({ rule, layer, file, path }) => `${layer} ${file} ${rule} ${path}`));
}

interface Changed {
  readonly path: Path;
  readonly isNew: boolean;
}

function changedPaths(before: Layer, after: Layer): readonly Changed[] {
  const [old, now] = [before, after].map(({ document: { root } }) => (root === undefined ? {} : toData(root)));
  return differences(old, now).map((path) => ({ path, isNew: dataAt(old ?? {}, path) === undefined }));
}

/**
 * Which changes fixes may make: inside of what they are about, the whole list that it is an item of, and a key put beside it, such as
 * the other spelling of a name or the version of the file. One of several edits may also add to what is beside it.
 */
function reachOf(chosen: readonly Candidate[]): (change: Changed) => boolean {
  const paths = chosen.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const wide = chosen.flatMap(({ path, fix }) => (path !== undefined && fix.edits.length > 1 ? [path] : []));
  const besides = new Set(wide.map((path) => toPointer(path.slice(0, -1))));
  const named = paths.filter((path) => path.length > 0);
  const about = new Set(named.map(toPointer));
  const around = new Set(named.flatMap((path) => path.slice(1).map((_, index) => toPointer(path.slice(0, index + 1)))));
  const parents = new Set(named.map((path) => toPointer(path.slice(0, -1))));
  const mayAddVersion = named.length < paths.length;
  return ({ path, isNew }) => {
    const isInside = path.some((_, index) => about.has(toPointer(path.slice(0, index + 1))));
    const parent = toPointer(path.slice(0, -1));
    const isBeside = (isNew && parents.has(parent)) || besides.has(parent) || besides.has(toPointer(path.slice(0, -2)));
    const isVersion = isNew && mayAddVersion && toPointer(path) === "/version";
    return isInside || isBeside || isVersion || around.has(toPointer(path));
  };
}

function applied(run: Run, chosen: readonly Candidate[]): Run {
  const texts = new Map<Layer, string>();
  for (const layer of run.inputs.reported) {
    const edits = chosen.flatMap(({ key, fix: { edits: own } }) => (key === layerKey(layer) ? own : []));
    if (edits.length > 0) texts.set(layer, applyEdits(layer.document.source.text, edits));
  }
  return rewriting(run, texts);
}
