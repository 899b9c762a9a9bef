/**
 * Applies fixes until none is left that helps. Each round takes the fixes that do not overlap, makes the new texts and checks them. A fix
 * is refused if it alone would leave more errors than before, make a layer unreadable, or change a value outside its finding (S35). An
 * error that a fix reveals does not count if another fix of the same run corrects it.
 */
import { oncePerKey } from "../../../text/once.js";
import { type Path, toPointer } from "../../../text/path.js";
import type { Diagnostic, Scope } from "../../read/diagnostic/diagnostic.js";
import { dataAt, differences } from "../../read/document/data.js";
import { toData } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import {
  applied,
  type Candidate,
  candidates,
  candidatesOf,
  type FixChoice,
  layerKey,
  nameOf,
  withoutOverlaps,
} from "./candidates.js";
import type { Run } from "./run.js";

/** Only the first few refused fixes are explained. */
const MOST_EXPLAINED = 3;

/** More rounds than any chain of mistakes needs. */
const MOST_ROUNDS = 20;

export interface Mended {
  readonly run: Run;
  /** Titles of the fixes made in each layer, in order. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
  /** Fixes that would do harm in the final texts, each with an error that it would cause. Finding that error takes another run. */
  readonly refused: () => ReadonlyMap<string, string | undefined>;
}

/** The run with every helpful fix applied to the layers of one scope. */
export function mended(start: Run, scope: Scope, choice: FixChoice): Mended {
  let run = start;
  const titles = new Map<string, string[]>();
  // Refused fixes wait until another fix is applied, so that they do not block others.
  let refused = new Set<string>();
  const trials = { left: trialsFor(start) };
  const harmOf = (name: string): string | undefined => {
    const candidate = candidates(run, scope, choice).find((one) => nameOf(one) === name);
    const [harm] = candidate === undefined ? [] : newErrors(run, applied(run, [candidate])).values();
    return harm?.message;
  };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = candidates(run, scope, choice).filter((candidate) => !refused.has(nameOf(candidate)));
    const chosen = withoutOverlaps(open);
    if (chosen.length === 0) break;
    const trial = trialOf(run, (after) => candidates(after, scope, choice));
    const accepted = new Set(acceptable(trial, chosen, trials));
    for (const { key, fix: done } of accepted) titles.set(key, [...(titles.get(key) ?? []), done.title]);
    if (accepted.size > 0) refused = new Set();
    for (const candidate of chosen) if (!accepted.has(candidate)) refused.add(nameOf(candidate));
    if (accepted.size > 0) run = trial.after([...accepted]);
  }
  return {
    run,
    titles,
    refused: () =>
      new Map([...refused].map((name, index) => [name, index < MOST_EXPLAINED ? harmOf(name) : undefined])),
  };
}

/** Adds to the diagnostic of a safe fix why it was not applied. */
export function withRefusal(diagnostic: Diagnostic, refused: ReturnType<Mended["refused"]>): Diagnostic {
  const refusedName = candidatesOf(diagnostic, false)
    .map(nameOf)
    .find((name) => refused.has(name));
  if (refusedName === undefined) return diagnostic;
  const harm = refused.get(refusedName);
  return { ...diagnostic, notes: [...diagnostic.notes, harm === undefined ? NOT_APPLIED : `${NOT_APPLIED}: ${harm}`] };
}

const NOT_APPLIED = "the fix is not applied, because it would leave more errors than there are";

/** The number of further runs to tell good fixes from bad ones: fewer for longer texts and more findings. */
function trialsFor({ inputs, result }: Run): number {
  const size = inputs.groups.flat().reduce((sum, { document }) => sum + document.source.text.length, 1);
  return Math.max(6, Math.min(400, Math.floor(1_000_000 / (size + WORK_OF_A_FINDING * result.diagnostics.length))));
}

/** The work for one finding, as a number of characters of text. */
const WORK_OF_A_FINDING = 50;

interface Trial {
  readonly before: Run;
  /** The run with some of the fixes applied. */
  readonly after: (chosen: readonly Candidate[]) => Run;
  /** The number of errors that such a run leaves after the fixes of its new errors too. */
  readonly left: (after: Run) => number;
}

/** Fixes are tried together, then one by one, and finally applied: each combination runs once. */
function trialOf(before: Run, candidatesIn: (run: Run) => readonly Candidate[]): Trial {
  const keyOf = (chosen: readonly Candidate[]): string => JSON.stringify(chosen.map(nameOf));
  const left = (after: Run): number => {
    const fresh = newErrors(before, after);
    const isOfNew = ({ key, rule, path = [] }: Candidate): boolean => fresh.has(errorKey(key, rule, toPointer(path)));
    const more = withoutOverlaps(candidatesIn(after).filter(isOfNew));
    return (more.length === 0 ? after : applied(after, more)).result.summary.errors;
  };
  return { before, after: oncePerKey(keyOf, (chosen) => applied(before, chosen)), left };
}

/** As many of the fixes as help: all of them, or the helpful ones of each part. */
function acceptable(trial: Trial, chosen: readonly Candidate[], trials: { left: number }): readonly Candidate[] {
  const isGood = (some: readonly Candidate[], areTried = some.length === 1): boolean => {
    trials.left -= 1;
    return trials.left >= 0 && isBetter(trial, some, areTried);
  };
  if (chosen.length === 0 || (chosen.length > 1 && isGood(chosen))) return chosen;
  if (chosen.length === 1) return isGood(chosen) ? chosen : [];
  if (trials.left < 0) return [];
  const [some, others] = parted(trial, chosen);
  const first = acceptable(trial, some, trials);
  const second = acceptable(trial, others, trials);
  const good = new Set([...first, ...second]);
  const both = chosen.filter((one) => good.has(one));
  return first.length === 0 || second.length === 0 || isGood(both, true) ? both : first;
}

/** Splits the fixes by whether their entries have a new error with all fixes applied; in halves, if that separates nothing. */
function parted(
  { before, after }: Trial,
  chosen: readonly Candidate[],
): readonly [readonly Candidate[], readonly Candidate[]] {
  const wrong = new Set([...newErrors(before, after(chosen)).values()].map(({ place }) => place));
  const isSuspect = ({ key, path = [] }: Candidate): boolean => wrong.has(placeOf(key, toPointer(path)));
  const suspects = chosen.filter(isSuspect);
  const others = chosen.filter((one) => !isSuspect(one));
  const middle = Math.ceil(chosen.length / 2);
  const isDifference = suspects.length > 0 && others.length > 0;
  return isDifference ? [others, suspects] : [chosen.slice(0, middle), chosen.slice(middle)];
}

/** The entry of a section that a path leads into. */
function placeOf(key: string, pointer = ""): string {
  return `${key} ${pointer.split("/").slice(0, 3).join("/")}`;
}

/** `areTried`: whether each of them is known to help alone. */
function isBetter(
  { before: run, after: afterOf, left }: Trial,
  chosen: readonly Candidate[],
  areTried: boolean,
): boolean {
  const after = afterOf(chosen);
  const pairs = run.inputs.reported.map((old, index) => [old, after.inputs.reported[index] ?? old] as const);
  // An unreadable text had an unknown number of mistakes.
  const isReadNow = pairs.some(([old, now]) => old.root === undefined && now.root !== undefined);
  const { errors } = run.result.summary;
  if (!isReadNow && after.result.summary.errors > errors && left(after) > errors) return false;
  // Together, one fix may hide the harm of another: with a new error, each is tried alone.
  if (!areTried && newErrors(run, after).size > 0) return false;
  return pairs.every(([old, layer]) => {
    if (layer.root === undefined && old.root !== undefined) return false;
    if (old.document.root === undefined) return true;
    const isMeant = reachOf(chosen.filter(({ key }) => key === layerKey(old)));
    return changedPaths(old, layer).every(isMeant);
  });
}

type Errors = ReadonlyMap<string, { readonly message: string; readonly place: string }>;

/** The errors that only the second run has. */
function newErrors(before: Run, after: Run): Errors {
  const known = errorsOf(before);
  return new Map([...errorsOf(after)].filter(([error]) => !known.has(error)));
}

/** The message and the entry of each error, by layer, file, rule and path. */
function errorsOf({ result: { diagnostics } }: Run): Errors {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return new Map(
    errors.map(({ rule, layer, file, path, message }) => {
      const key = `${layer} ${file}`;
      return [errorKey(key, rule, path), { message, place: placeOf(key, path) }];
    }),
  );
}

function errorKey(layer: string, rule: string, pointer = ""): string {
  return `${layer} ${rule} ${pointer}`;
}

interface Changed {
  readonly path: Path;
  readonly isNew: boolean;
}

/** The values that fixes may change, and those that they do change. */
function changedPaths(before: Layer, after: Layer): readonly Changed[] {
  const [old, now] = [before, after].map(({ document: { root } }) => (root === undefined ? {} : toData(root)));
  return differences(old, now).map((path) => ({ path, isNew: dataAt(old ?? {}, path) === undefined }));
}

/**
 * Accepts the changes that fixes may make: inside their subject, to the whole list that holds it, and as a new key next to it, such as the
 * other spelling of a name or the version of the file. A fix with several edits may also add to the object next to it, and an unsafe one may change
 * other keys of its entry.
 */
function reachOf(chosen: readonly Candidate[]): (change: Changed) => boolean {
  const paths = chosen.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const wide = chosen.flatMap(({ path, fix }) => (path !== undefined && fix.edits.length > 1 ? [path] : []));
  const siblings = new Set(wide.map((path) => toPointer(path.slice(0, -1))));
  const unsafe = chosen.flatMap(({ path = [], fix }) => (fix.safe || path.length < 3 ? [] : [path.slice(0, 2)]));
  const entries = new Set(unsafe.map(toPointer));
  const named = paths.filter((path) => path.length > 0);
  const about = new Set(named.map(toPointer));
  const around = new Set(named.flatMap((path) => path.slice(1).map((_, index) => toPointer(path.slice(0, index + 1)))));
  const parents = new Set(named.map((path) => toPointer(path.slice(0, -1))));
  const mayAddVersion = named.length < paths.length;
  // The tree has no place for a value with a syntax error in its name.
  const mayAdd = chosen.some(({ path, rule }) => path === undefined && rule.startsWith("syntax/"));
  return ({ path, isNew }) => {
    const isInside = path.some((_, index) => about.has(toPointer(path.slice(0, index + 1))));
    const parent = toPointer(path.slice(0, -1));
    const isSibling =
      (isNew && parents.has(parent)) || siblings.has(parent) || siblings.has(toPointer(path.slice(0, -2)));
    const isVersion = isNew && mayAddVersion && toPointer(path) === "/version";
    const isInEntry = path.length > 2 && entries.has(toPointer(path.slice(0, 2)));
    return isInside || isInEntry || isSibling || isVersion || (isNew && mayAdd) || around.has(toPointer(path));
  };
}
