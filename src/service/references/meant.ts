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
import { type Plan, snapshotAfter } from "./plan.js";
import { respelled } from "./spell.js";
import { strangerIn } from "./strangers.js";

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
