/** Sets or unsets values of one layer: returns the new text and its lint report. Writes no file. */
import { type Path, toPointer } from "../text/path.js";
import type { Inputs } from "./judge/analysis/inputs.js";
import { rewritten } from "./judge/analysis/rewrite.js";
import { type LintResult, Run } from "./judge/analysis/run.js";
import { Snapshot } from "./judge/analysis/snapshot.js";
import { rule as unknownKey } from "./judge/rules/schema/unknown-key.js";
import { settingAt } from "./mean/configuration/setting.js";
import type { Diagnostic, Scope, TextEdit } from "./read/diagnostic/diagnostic.js";
import { type Assignment, assign, type Unassignable } from "./read/edit/assign.js";
import { editsBetween } from "./read/edit/text-edits.js";
import type { Layer } from "./read/layers/layer.js";
import { ageOf } from "./read/layers/upgrade.js";
import { meaningsOf } from "./read/schema/lookup.js";
import { configShape, type Shape } from "./read/schema/shape.js";

/** The outcome of `put`: all assignments are made, or none. */
export type SetOutcome =
  | {
      readonly kind: "changed";
      readonly text: string;
      /** The edits from the text that was read to this one. */
      readonly edits: readonly TextEdit[];
      /** The report on the layers with the new text. */
      readonly result: LintResult;
      /** The layers with the new text. */
      readonly snapshot: Snapshot;
      /** The diagnostics that the change causes, and all diagnostics of the written places. */
      readonly caused: readonly Diagnostic[];
      /** The diagnostics that forbid the change. */
      readonly refusals: readonly Diagnostic[];
      /** The written places; for an appended value, the place of the new item. */
      readonly paths: readonly Path[];
    }
  /** All values are already as wanted. */
  | { readonly kind: "unchanged" }
  | Unassignable
  /** The mapping around the value needs it, and no other layer has one. */
  | { readonly kind: "required"; readonly path: Path }
  /** The file is of an unknown version, and is never rewritten (S10). */
  | { readonly kind: "newer" };

/** Makes all assignments to a layer, one after the other, or none. */
export function put(inputs: Inputs, layer: Layer, assignments: readonly Assignment[]): SetOutcome {
  if (ageOf(layer.document) === "newer") return { kind: "newer" };
  let { document } = layer;
  const paths: Path[] = [];
  for (const assignment of assignments) {
    const step = assign(document, { ...assignment, kept: keptAt(assignment.path) });
    if ("kind" in step) return step;
    document = step.document;
    paths.push(step.path);
  }
  const { text } = document.source;
  if (text === layer.document.source.text) return { kind: "unchanged" };
  const written = paths.filter((_, index) => assignments[index]?.value !== undefined);
  const edits = editsBetween(layer.document.source.text, text);
  const known = consequences(inputs, layer, text, { paths, written });
  const removed = paths.filter((_, index) => assignments[index]?.value === undefined);
  const required = known.refusals.length > 0 ? undefined : requiredOf(inputs, known.snapshot, removed);
  return required === undefined
    ? { kind: "changed", text, edits, paths, ...known }
    : { kind: "required", path: required };
}

/** The number of steps to the innermost mapping around a path that stays when it is empty: an entry of a map, or a value of a plugin. */
function keptAt(path: Path): number {
  const around = path.map((_, length) => path.slice(0, length)).toReversed();
  const staying = around.find((place) => {
    const isEntry = ({ rest, properties }: Shape): boolean =>
      rest !== undefined && !properties.has(String(place.at(-1)));
    const outer = meaningsOf(configShape, place.slice(0, -1));
    return place.length > 0 && outer.some(({ shape }) => shape.schema["x-opaque"] === true || isEntry(shape));
  });
  return staying?.length ?? 0;
}

/** The first of some removed values that a mapping requires, and that no layer has any more. */
function requiredOf(inputs: Inputs, after: Snapshot, removed: readonly Path[]): Path | undefined {
  if (removed.length === 0) return undefined;
  const layers = inputs.groups.flat();
  const { settings } = new Snapshot(layers, inputs.surroundings(layers));
  const goesWhole = (path: Path): boolean =>
    removed.some((other) => other.length < path.length && isWithin(toPointer(path), toPointer(other)));
  return removed.find((path) => {
    if (goesWhole(path)) return false;
    const around = settingAt(settings, path.slice(0, -1));
    const required = around?.kind === "object" ? around.variant?.schema.required : undefined;
    return required?.includes(String(path.at(-1))) === true && settingAt(after.settings, path) === undefined;
  });
}

/** The diagnostics of the layers with another text in one of them. `written`: the places of the new values. */
export function consequences(
  inputs: Inputs,
  layer: Layer,
  text: string,
  { paths, written }: { readonly paths: readonly Path[]; readonly written: readonly Path[] } = {
    paths: [],
    written: [],
  },
): Pick<Extract<SetOutcome, { kind: "changed" }>, "result" | "snapshot" | "caused" | "refusals"> {
  const run = new Run(inputs);
  const known = new Set(run.result.diagnostics.map(diagnosticKey));
  const changed = rewritten(layer, text, inputs.sha256);
  const { result, snapshots } = run.replacing(new Map([[layer, changed]]));
  const isFresh = (one: Diagnostic): boolean => !known.has(diagnosticKey(one));
  // An old mistake belongs to the new value, too, if it lies in it, or if no value there is in effect.
  const isOwn = ({ layer: scope, path }: Diagnostic): boolean => {
    const isIn = (about: Path): boolean =>
      isWithin(path, toPointer(about)) ||
      (changed.removed.some((gone) => path === toPointer(gone)) && isWithin(toPointer(about), path));
    return scope === layer.scope && path !== undefined && written.some(isIn);
  };
  const caused = result.diagnostics.filter((one) => isFresh(one) || isOwn(one));
  const refusals = caused.filter((one) => one.severity === "error" || forbidsName(one, layer.scope, paths));
  const [snapshot = new Snapshot([changed], inputs.surroundings([changed]))] = snapshots;
  return { result, snapshot, caused, refusals };
}

/** Identifies a diagnostic without its line and column, which the change may move. */
function diagnosticKey({ rule, layer, path, message }: Diagnostic): string {
  return `${rule} ${layer} ${path ?? ""} ${message}`;
}

/** An unknown key is not an error in a file, but `set` refuses to write one. */
function forbidsName({ rule, layer, path }: Diagnostic, scope: Scope, paths: readonly Path[]): boolean {
  const isAbout = (about: string): boolean => isWithin(path, about) || isWithin(about, path);
  return rule === unknownKey.id && layer === scope && paths.map(toPointer).some(isAbout);
}

/** Whether a pointer leads to a place or into it. */
function isWithin(pointer: string | undefined, place: string | undefined): boolean {
  return pointer !== undefined && place !== undefined && `${pointer}/`.startsWith(`${place}/`);
}
