/** The configuration without its project's mistakes (S5), and a count of them. */
import { oncePer } from "../../../text/once.js";
import { toPointer } from "../../../text/path.js";
import { parseModelReference } from "../../mean/configuration/models.js";
import { childrenOf, type Definition, definitionAt, settingAt } from "../../mean/configuration/setting.js";
import { withoutPaths } from "../../read/edit/change.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Place } from "../../read/schema/place.js";
import { placesWith } from "../rules/known-places.js";
import type { Finding, RuleFinding } from "../rules/run.js";
import type { Snapshot } from "./snapshot.js";

/** Whether a finding makes the value unusable. A violation of a policy refuses the whole configuration instead (S59). */
export function isInTheWay({ rule, severity }: RuleFinding): boolean {
  return severity === "error" && !rule.isHarmless && !rule.isOfPolicy;
}

export const isProjects = ({ layer }: { readonly layer: Layer }): boolean => layer.scope === "project";

export function definitionOf({ layer, at: { path } }: RuleFinding): Definition {
  return { layer, path };
}

/** The configuration without the values of its project that rules forbid, and without references to them. */
export const withoutMistakes = oncePer((snapshot: Snapshot) => withoutMistakesSince(snapshot, snapshot));

/** The same. Each round leaves out at least one value. `first`: the configuration before any value was left out. */
export function withoutMistakesSince(first: Snapshot, snapshot: Snapshot): Snapshot {
  // Dangling references go first, a whole chain at once: a rule would find one link per round.
  const dangling = danglingIn(first, snapshot);
  const leftOut = dangling.length > 0 ? dangling : mistakesOf(snapshot);
  return leftOut.length === 0 ? snapshot : withoutMistakesSince(first, withoutProjectValues(snapshot, leftOut));
}

function mistakesOf({ ruleFindings }: Snapshot): readonly Definition[] {
  return ruleFindings.filter(isInTheWay).filter(isProjects).map(definitionOf);
}

/** The configuration without some values of its project. */
export function withoutProjectValues(snapshot: Snapshot, places: readonly Definition[]): Snapshot {
  const project = layerOfScope(snapshot.layers, "project");
  if (project?.root === undefined || places.length === 0) return snapshot;
  const paths = places.map(({ path }) => path);
  const root = withoutPaths(project.root, paths);
  // If a value cannot be removed, the whole layer is emptied.
  const entries = root === project.root ? new Map() : root.entries;
  return snapshot.replacing(project, { ...project, root: { ...root, entries } });
}

/** The outcome of loading a configuration, as far as it is known before resolving. */
export interface Verdict {
  /** Errors of the global layer, and violations of a policy: any of them prevents loading. */
  readonly errors: number;
  /** Values of the project that are mistakes and therefore not in effect. */
  readonly leftOut: number;
}

/** `left`: the same configuration without the mistakes of its project. */
export function verdictOf({ findings }: Snapshot, left: Snapshot): Verdict {
  const wrong = findings.filter(({ severity }) => severity === "error");
  const isRefused = ({ rule }: Finding): boolean => rule.isOfPolicy === true;
  const mistakes = wrong
    .filter((one) => isProjects(one) && !isRefused(one))
    .flatMap(({ at }: Finding) => {
      const isLeftOut = "path" in at && definitionAt(left.effective, at.path)?.layer.scope !== "project";
      return isLeftOut ? [toPointer(at.path)] : [];
    });
  return { errors: wrong.filter((one) => !isProjects(one) || isRefused(one)).length, leftOut: new Set(mistakes).size };
}

/** The sections with entries that others name (`x-ref`). */
const NAMED = ["models", "providers", "facets"];

type Entry = readonly [section: string, name: string];

/** The names of left-out entries, by section. */
type LeftOut = ReadonlyMap<string, Set<string>>;

/**
 * A project's references to left-out entries, and its entries that are empty afterwards. `first`: the snapshot before any value was left
 * out.
 */
function danglingIn(first: Snapshot, now: Snapshot): readonly Definition[] {
  const [before, layer] = [layerOfScope(first.layers, "project"), layerOfScope(now.layers, "project")];
  const [written, tree] = [before && first.trees.get(before), layer && now.trees.get(layer)];
  if (written === undefined || tree === undefined || layer === undefined) return [];
  const emptied = NAMED.flatMap((section) => emptiedEntries(section, written, tree, now));
  const leftOut = new Map(NAMED.map((section) => [section, leftOutNames(section, written, now)]));
  for (const [section, name] of emptied) leftOut.get(section)?.add(name);
  const heirs = heirsOf(leftOut, tree, now);
  for (const [section, name] of heirs) leftOut.get(section)?.add(name);
  const isAll = [...leftOut.values()].every((names) => names.size === 0);
  const references = isAll
    ? []
    : placesWith(tree, "x-ref").filter(({ place, shape }) => leadsTo(leftOut, place, shape.schema["x-ref"]));
  return [...emptied, ...heirs, ...references.map(({ path }) => path)].map((path) => ({ layer, path }));
}

/** Models of the project alone that inherit from a left-out one, however far above: without it they would be other models. */
function heirsOf(leftOut: LeftOut, tree: Place, { below }: Snapshot): readonly Entry[] {
  const children = new Map<string, string[]>();
  for (const [name, entry] of entriesIn(tree, "models")) {
    const parent = entry.kind === "object" ? entry.entries.get("inherits") : undefined;
    if (parent?.kind !== "scalar" || settingAt(below?.settings, ["models", name]) !== undefined) continue;
    const key = String(parent.value);
    children.set(key, [...(children.get(key) ?? []), name]);
  }
  const heirs: Entry[] = [];
  const reached = [...(leftOut.get("models") ?? [])];
  for (const parent of reached) {
    const own = children.get(parent) ?? [];
    // Each model is visited once, even in a cycle.
    children.delete(parent);
    reached.push(...own);
    heirs.push(...own.map((name): Entry => ["models", name]));
  }
  return heirs;
}

/** The names of a project's entries that are not in effect. */
function leftOutNames(section: string, written: Place, { complete, surroundings }: Snapshot): Set<string> {
  const there = childrenOf(settingAt(complete, [section]));
  const listed = section === "models" ? (surroundings.catalog?.models ?? {}) : {};
  const names = [...entriesIn(written, section).keys()];
  return new Set(names.filter((name) => !there.has(name) && !Object.hasOwn(listed, name)));
}

function leadsTo(leftOut: LeftOut, place: Place, section: unknown): boolean {
  const names = leftOut.get(String(section));
  if (names === undefined || place.kind !== "scalar" || typeof place.value !== "string") return false;
  return names.has(place.value) || (section === "models" && names.has(parseModelReference(place.value).model));
}

/** Entries of the project alone that are empty now. */
function emptiedEntries(section: string, written: Place, tree: Place, { below }: Snapshot): readonly Entry[] {
  const before = entriesIn(written, section);
  return [...entriesIn(tree, section)].flatMap(([name, entry]) => {
    const isEmptied = isEmpty(entry) && !isEmpty(before.get(name));
    return isEmptied && settingAt(below?.settings, [section, name]) === undefined ? [[section, name] as const] : [];
  });
}

function isEmpty(place: Place | undefined): boolean {
  return place?.kind === "object" && place.entries.size === 0;
}

function entriesIn(tree: Place, section: string): ReadonlyMap<string, Place> {
  const entries = tree.kind === "object" ? tree.entries.get(section) : undefined;
  return entries?.kind === "object" ? entries.entries : new Map();
}
