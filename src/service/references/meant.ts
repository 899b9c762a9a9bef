/** Reads the texts of a rename again: they have to hold the old data with the names swapped, and nothing else may name another entry. */
import { formatPath, type Path, toPointer } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import { escaped } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { type Node, toData } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { fitsText } from "../../toolkit/read/schema/fits.js";
import type { LayerEdit } from "../layer-edit.js";
import { isSameName, referencesOf } from "./named.js";
import { type Plan, snapshotAfter } from "./plan.js";
import { respelled } from "./spell.js";

/** Why the edits do not do what the plan says, in words; undefined where they do. */
export function mistakeIn(snapshot: Snapshot, edits: readonly LayerEdit[], plan: Plan): string | undefined {
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

/** The data of a layer as the plan means it. */
function meantData(layer: Layer, { name, to, uses, written, removed }: Plan): Json | undefined {
  const own = uses.filter((use) => use.layer === layer);
  const texts = (part: "key" | "value"): ReadonlyMap<string, string> =>
    new Map(own.filter((use) => use.part === part).map((use) => [toPointer(use.path), respelled(use, to).value]));
  const [keys, values] = [texts("key"), texts("value")];
  const added = written.filter((key) => key.layer === layer).map(({ path }) => path);
  const isIn = (paths: readonly Path[], path: Path): boolean =>
    paths.some((one) => one.length === path.length && one.every((step, index) => step === path[index]));
  const gone = removed.filter((key) => key.layer === layer).map(({ path }) => path);
  const meant = (node: Node, path: Path): Json => {
    if (node.kind === "scalar") return values.get(toPointer(path)) ?? node.value;
    if (node.kind === "sequence") return node.items.map((item, index) => meant(item, [...path, index]));
    const entries: (readonly [string, Json])[] = [];
    for (const [key, { value }] of node.entries) {
      const at = [...path, key];
      if (isIn(gone, at)) continue;
      entries.push([keys.get(toPointer(at)) ?? key, isIn(added, at) ? escaped(name) : meant(value, at)]);
    }
    for (const at of added) {
      const last = String(at.at(-1));
      if (isIn([at.slice(0, -1)], path) && !node.entries.has(last)) entries.push([last, escaped(name)]);
    }
    return Object.fromEntries(entries);
  };
  return layer.document.root && meant(layer.document.root, []);
}

/**
 * The path of a place that names another entry than the plan says, as a text may be read as another name than the one that was written; undefined
 * where there is none.
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
  const found = referencesOf(after).map((one) => [signature(one, one.name, one.path), one.path] as const);
  const [meant, there] = [new Map(expected), new Map(found)];
  const [lost] = [...expected.filter(([key]) => !there.has(key)), ...found.filter(([key]) => !meant.has(key))];
  return lost?.[1];
}

function placeOf({ layer, part }: NameReference, path: Path): string {
  return `${layer.scope} ${part} ${toPointer(path)}`;
}

function signature(one: NameReference, name: string, path: Path): string {
  return `${placeOf(one, path)} ${one.section} ${name}`;
}
