/** Renames an entry in the texts of both layers. All other bytes stay, and the new texts are read again before they count. */
import { formatPath, type Path, toPointer } from "../../text/path.js";
import { quote, shortened } from "../../text/quote.js";
import { escaped, literalOf } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { type Node, toData } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { fitsText } from "../../toolkit/read/schema/fits.js";
import { eachChild, type Place } from "../../toolkit/read/schema/place.js";
import type { LayerEdit } from "../layer-edit.js";
import { isTorn, keysHolding, missingKeys } from "./defaulted-keys.js";
import { entriesOf, isIn, isSameName, namedAt, referencesOf, treesOf } from "./name-at.js";
import { editsOf, isRestorable, type Plan, snapshotAfter } from "./plan.js";
import { whyNot } from "./refusal.js";
import { respelled } from "./spell.js";

export type Renamed =
  | { readonly kind: "edits"; readonly edits: readonly LayerEdit[]; readonly remarks: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

/** The name to change at an offset, and its span there; undefined if it has no configured entry. */
export function renameAt(
  snapshot: Snapshot,
  layer: Layer,
  offset: number,
): { readonly span: Span; readonly name: string } | undefined {
  const named = namedAt(snapshot, layer, offset);
  if (named === undefined || entriesOf(snapshot, named).length === 0) return undefined;
  const { span, site, name, scalar } = named;
  const isAlias = site !== scalar.span && !isIn(scalar.span, offset);
  return { span: isAlias ? site : span, name };
}

/** The edits that rename the entry at an offset in all layers, or the reason why it keeps its name. */
export function renamed(snapshot: Snapshot, layer: Layer, offset: number, to: string): Renamed {
  const named = namedAt(snapshot, layer, offset);
  if (named === undefined) return { kind: "refused", reason: "no name of an entry stands here" };
  if (to === named.name) return { kind: "edits", edits: [], remarks: [] };
  const result = changed(snapshot, named, to);
  return typeof result === "string" ? { kind: "refused", reason: shortened(snapshot.redactor.text(result)) } : result;
}

function changed(snapshot: Snapshot, named: NameReference, to: string): Renamed | string {
  const reason = whyNot(snapshot, named, to);
  if (reason !== undefined) return reason;
  const entries = entriesOf(snapshot, named);
  if (isTorn(snapshot, entries))
    return `without the project, the provider knows the model as ${quote(named.name)}; in the project the model inherits another name`;
  const written = missingKeys(snapshot, entries);
  if (written.length > 0 && snapshot.redactor.text(named.name) !== named.name)
    return "the old name looks like a secret, and would have to be written again";
  const uses = referencesOf(snapshot).filter((one) => isSameName(one, named));
  const first: Plan = { name: named.name, to, uses, written, removed: [] };
  const removed = keysHolding(entries, to).filter((key) => isRestorable(snapshot, first, key));
  const plan = { ...first, removed };
  const edits = editsOf(plan);
  if (edits === undefined) return "a key cannot be added to its entry";
  return mistakeIn(snapshot, edits, plan) ?? { kind: "edits", edits, remarks: remarksOn(snapshot, named, edits, plan) };
}

/** Whether a rename edits the file of the project: the user may vouch for that file by its bytes. */
export function editsProject(result: Renamed): boolean {
  return result.kind === "edits" && result.edits.some(({ layer }) => layer.scope === "project");
}

/** Remarks for the user: the places that a rename cannot see or change, and the keys that it adds. */
function remarksOn(
  snapshot: Snapshot,
  { section, name }: NameReference,
  edits: readonly LayerEdit[],
  { written, removed, to }: Plan,
): readonly string[] {
  const isGlobal = edits.some(({ layer }) => layer.scope === "global");
  const isOverlay = section === "models" && settingAt(snapshot.settings, [section, name, "provider"]) === undefined;
  const unknown = unknownNames(snapshot, section);
  const remarks = [
    ...(isGlobal ? [`other projects may use the name ${quote(name)}; only this one is changed`] : []),
    ...written.map(
      ({ path, why }) => `${quote(formatPath([section, to, ...path.slice(2)]))} now says ${quote(name)}: ${why}`,
    ),
    ...removed.map(
      ({ path, why }) => `${quote(formatPath([section, to, ...path.slice(2)]))} says the new name, and goes: ${why}`,
    ),
    ...(isOverlay
      ? [`${quote(name)} has no provider: if it overrides a model that is known by this name, it no longer does`]
      : []),
    ...(section === "mcp_servers"
      ? [`rules of permissions are in another file, and may name tools of ${quote(name)}`]
      : []),
    ...unknown.map((path) => `the name in ${quote(formatPath(path))} is known only after loading`),
  ];
  return remarks.map((remark) => shortened(snapshot.redactor.text(remark)));
}

/** The values that name an entry of a section, but are known only after loading. */
function unknownNames(snapshot: Snapshot, section: string): readonly Path[] {
  const paths: Path[] = [];
  const visit = (place: Place, path: Path): void => {
    if (place.kind !== "scalar") {
      eachChild(place, (child, step) => visit(child, [...path, step]));
      return;
    }
    const { "x-ref": reference, "x-ref-within": inside } = place.shape?.schema ?? {};
    const isName = (reference ?? inside?.section) === section && typeof place.value === "string";
    if (isName && literalOf(String(place.value)) === undefined) paths.push(path);
  };
  for (const tree of treesOf(snapshot).values()) visit(tree, []);
  return paths;
}

/** How the edits differ from the plan, in words; undefined if they match. */
function mistakeIn(snapshot: Snapshot, edits: readonly LayerEdit[], plan: Plan): string | undefined {
  const unfit = plan.uses.find((use) => !fitsStill(use, plan.to));
  if (unfit !== undefined) return `${quote(formatPath(unfit.path))} cannot hold the name ${quote(plan.to)}`;
  const after = snapshotAfter(snapshot, edits);
  for (const [index, layer] of snapshot.layers.entries()) {
    const now = after.layers[index];
    if (now === layer) continue;
    const file = quote(layer.document.source.file);
    if (now?.root === undefined) return `${file} could not be read with the new name`;
    if (JSON.stringify(meantData(layer, plan)) !== JSON.stringify(now.document.root && toData(now.document.root)))
      return /[&*]/.test(layer.document.source.text)
        ? `the new name changes something else in ${file}, perhaps through an anchor`
        : `the new name cannot be written in ${file}`;
  }
  const other = strangerIn(snapshot, after, plan);
  return other && `${quote(formatPath(other))} would name another entry`;
}

function fitsStill(use: NameReference, to: string): boolean {
  const { shape, scalar } = use;
  return shape === undefined || !fitsText(String(scalar.value), shape) || fitsText(respelled(use, to).value, shape);
}

function meantData(layer: Layer, { name, to, uses, written, removed }: Plan): Json | undefined {
  const own = uses.filter((use) => use.layer === layer);
  const texts = (part: "key" | "value"): ReadonlyMap<string, string> =>
    new Map(own.filter((use) => use.part === part).map((use) => [toPointer(use.path), respelled(use, to).value]));
  const [keys, values] = [texts("key"), texts("value")];
  const added = written.filter((key) => key.layer === layer).map(({ path }) => path);
  const isIn = (paths: readonly Path[], path: Path): boolean =>
    paths.some((one) => one.length === path.length && one.every((step, index) => step === path[index]));
  const gone = removed.filter((key) => key.layer === layer).map(({ path }) => path);
  const planned = (node: Node, path: Path): Json => {
    if (node.kind === "scalar") return values.get(toPointer(path)) ?? node.value;
    if (node.kind === "sequence") return node.items.map((item, index) => planned(item, [...path, index]));
    const entries: (readonly [string, Json])[] = [];
    for (const [key, { value }] of node.entries) {
      const at = [...path, key];
      if (isIn(gone, at)) continue;
      entries.push([keys.get(toPointer(at)) ?? key, isIn(added, at) ? escaped(name) : planned(value, at)]);
    }
    for (const at of added) {
      const last = String(at.at(-1));
      if (isIn([at.slice(0, -1)], path) && !node.entries.has(last)) entries.push([last, escaped(name)]);
    }
    return Object.fromEntries(entries);
  };
  return layer.document.root && planned(layer.document.root, []);
}

/**
 * The path of a place that names another entry than planned, because a text may be read as another name than the written one; undefined
 * without one.
 */
function strangerIn(before: Snapshot, after: Snapshot, { uses, to }: Plan): Path | undefined {
  const changed = new Map(uses.map((use) => [placeOf(use, use.path), use]));
  const keys = new Map(
    uses.filter(({ part }) => part === "key").map((use) => [placeOf(use, use.path), respelled(use, to).value]),
  );
  const expected = referencesOf(before).map((one) => {
    const use = changed.get(placeOf(one, one.path));
    const [section = "", entry = "", ...rest] = one.path;
    const key = keys.get(`${one.layer.scope} key ${toPointer([section, entry])}`) ?? entry;
    // A model's name begins with that of the provider.
    const name = use === undefined ? one.name : isSameName(one, use) ? to : to + one.name.slice(use.name.length);
    const path = one.path.length < 2 ? one.path : [section, key, ...rest];
    return [signature(one, name, path), path] as const;
  });
  const actual = referencesOf(after).map((one) => [signature(one, one.name, one.path), one.path] as const);
  const [planned, there] = [new Map(expected), new Map(actual)];
  const [lost] = [...expected.filter(([key]) => !there.has(key)), ...actual.filter(([key]) => !planned.has(key))];
  return lost?.[1];
}

function placeOf({ layer, part }: NameReference, path: Path): string {
  return `${layer.scope} ${part} ${toPointer(path)}`;
}

function signature(one: NameReference, name: string, path: Path): string {
  return `${placeOf(one, path)} ${one.section} ${name}`;
}
