/**
 * Lays one layer over the layers below it (S12). A value that does not fit is left out, so that the lower value stays in effect:
 *
 * object over object key by key, lower keys first
 * array or scalar over anything replaces it
 * null where null is accepted unsets: as if no layer had set it
 * anything that does not fit ignored
 * tagged object, same or no tag key by key; keys of another variant ignored
 * tagged object, another tag replaces it, except for the keys that all variants have; ignored if it is then incomplete (S32)
 * plugin value replaces it whole
 * header over header names compare without case; the upper spelling wins, and in one layer the first
 */
import { someEntry } from "../../../text/entries.js";
import type { Path } from "../../../text/path.js";
import { find, fromData, type Node } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import { fits, fitsScalar, fitsType, isName } from "../../read/schema/fits.js";
import { isShared, type Place } from "../../read/schema/place.js";
import { configShape, keyShape, repeatedKeys, type Shape } from "../../read/schema/shape.js";
import { wholePart } from "./complete.js";
import {
  loaded,
  type ObjectSetting,
  reshaped,
  type Setting,
  type Shadowed,
  settingOf,
  type WhyShadowed,
} from "./setting.js";

/** A place with written values, none of them in effect. */
interface Absent {
  readonly kind: "absent";
  readonly shadowed: readonly Shadowed[];
}

type Outcome = Setting | Absent;

function nothing(shadowed: readonly Shadowed[] = []): Absent {
  return { kind: "absent", shadowed };
}

/** The merged layers, and the tree of each layer alone; the upper tree takes missing tags from the lower one. */
export interface Merged {
  readonly settings: ObjectSetting;
  readonly places: ReadonlyMap<Layer, Setting>;
}

/** Merges layers, the lowest first. A layer without a tree is skipped (S5). */
export function merge(layers: readonly Layer[]): Merged {
  const places = new Map<Layer, Setting>();
  let settings = NOTHING;
  for (const layer of layers) {
    if (layer.root === undefined) continue;
    const { tree, whole } = settings === NOTHING ? lowest(layer, layer.root) : laid(layer, layer.root, settings);
    places.set(layer, tree);
    settings = whole;
  }
  return { settings, places };
}

/** The tree of a layer, and its merge with the layers below. */
interface LayerMerge {
  readonly tree: Setting;
  readonly whole: ObjectSetting;
}

function laid(layer: Layer, root: Node, below: ObjectSetting): LayerMerge {
  const tree = settingOf(root, configShape, layer, below);
  const merged = over(below === NOTHING ? nothing() : below, tree, layer);
  const isObject = merged.kind === "object";
  return { tree, whole: isObject ? layer.removed.reduce((all, path) => withRemoved(all, path, layer), merged) : below };
}

const known = new WeakMap<Layer, LayerMerge>();

/** `laid` for a layer with nothing below it; remembered for a global layer, which many projects share. */
function lowest(layer: Layer, root: Node): LayerMerge {
  const result = known.get(layer) ?? laid(layer, root, NOTHING);
  if (layer.scope === "global") known.set(layer, result);
  return result;
}

const NOTHING: ObjectSetting = {
  ...{ kind: "object", shape: configShape, variant: configShape, node: fromData({}), keySpan: undefined },
  ...{ entries: new Map(), absent: new Map(), source: "default", inheritedFrom: undefined, shadowed: [] },
};

function over(lower: Outcome, upper: Setting, layer: Layer): Outcome {
  const { shape } = upper;
  if (shape === undefined) return unfit(lower, upper, layer);
  if (lower.kind === "absent" && lower.shadowed.length === 0 && countsAsItIs(upper)) return upper;
  const isOpaque = shape.schema["x-opaque"] === true;
  if (upper.kind === "scalar" && upper.value === null && !isOpaque && fitsType(upper, shape)) return nullOver(lower);
  if (upper.kind === "object" && !isOpaque && fitsType(upper, shape)) {
    const { variant } = upper;
    if (variant === undefined) return unfit(lower, upper, layer);
    const outcome = overObject(lower, upper, variant, layer);
    const isOther = lower.kind === "object" && lower.variant !== variant;
    return isOther && wholePart(outcome) === undefined ? unfit(lower, upper, layer) : outcome;
  }
  if (!fits(upper)) return unfit(lower, upper, layer);
  const setting = loaded(upper);
  const shadowed = shadowing(lower, "overridden");
  return shadowed.length === 0 ? setting : { ...setting, shadowed };
}

/** Whether every value of one layer at a place is in effect unchanged, if nothing is below it. */
function countsAsItIs(upper: Setting): boolean {
  const { shape } = upper;
  if (shape === undefined || !fitsType(upper, shape)) return false;
  if (upper.kind === "scalar") return upper.value !== null && loaded(upper) === upper && fitsScalar(upper, shape);
  if (upper.kind === "list") return loaded(upper) === upper && fits(upper);
  const { variant, entries } = upper;
  if (variant === undefined || repeatedKeys(entries, variant).size > 0) return false;
  if (shape.schema["x-opaque"] === true) return true;
  return (variant.names === undefined || areNames(entries, variant)) && !someEntry(entries, changes);
}

function areNames(entries: ReadonlyMap<string, unknown>, variant: Shape): boolean {
  return !someEntry(entries, (_, key) => !isName(key, variant));
}

/** Whether a value is left out, or differs in effect from its text. */
function changes(setting: Setting): boolean {
  return setting.shape?.schema["x-scope"] === "file" || !countsAsItIs(setting);
}

function unfit(lower: Outcome, place: Place, layer: Layer): Outcome {
  return { ...lower, shadowed: [...lower.shadowed, { layer, place, why: "unfit" }] };
}

/** Merges key by key. The object keeps its lower definition, unless the upper layer chose another variant. */
function overObject(lower: Outcome, upper: ObjectSetting, variant: Shape, layer: Layer): Setting {
  const below = lower.kind !== "object" ? undefined : lower.variant === variant ? lower : inVariant(lower, variant);
  const entries = new Map(below?.entries);
  const absent = new Map(below?.absent);
  const repeated = repeatedKeys(upper.entries, variant);
  const spellings = variant.schema["x-ignore-case"] ? byLowerCase(entries.keys()) : undefined;
  const put = (key: string, outcome: Outcome): void => {
    if (outcome.kind === "absent") {
      entries.delete(key);
      if (outcome.shadowed.length > 0) absent.set(key, outcome.shadowed);
    } else {
      entries.set(key, outcome);
      absent.delete(key);
    }
  };
  for (const [key, child] of upper.entries) {
    // The key describes its own file and is not merged.
    if (child.shape?.schema["x-scope"] === "file") continue;
    const there = entries.get(key) ?? nothing(absent.get(key));
    if (!isName(key, variant) || repeated.has(key)) {
      put(key, unfit(there, child, layer));
      continue;
    }
    const rival = spellings?.get(key.toLowerCase()) ?? key;
    const ousted = rival === key || !fits(child) ? undefined : entries.get(rival);
    if (ousted !== undefined) put(rival, nothing(shadowing(ousted, "overridden")));
    put(key, over(there, child, layer));
    spellings?.set(key.toLowerCase(), key);
  }
  const isHere = below === undefined || below !== lower;
  const { node, keySpan } = isHere ? upper : below;
  return {
    ...{ kind: "object", shape: upper.shape, variant, node, keySpan, entries, absent },
    ...{ source: isHere ? layer : below.source, inheritedFrom: undefined },
    shadowed: below === undefined ? shadowing(lower, "overridden") : below.shadowed,
  };
}

/** The settings with a note of a value that a layer may not set. */
function withRemoved(settings: ObjectSetting, path: Path, layer: Layer): ObjectSetting {
  const node = layer.document.root && find(layer.document.root, path)?.node;
  return node === undefined ? settings : noted(settings, path, { layer, node });
}

function noted(around: ObjectSetting, [key = "", ...rest]: Path, lost: { layer: Layer; node: Node }): ObjectSetting {
  const name = String(key);
  const child = around.entries.get(name);
  const entries = new Map(around.entries);
  if (rest.length > 0) {
    return child?.kind === "object" ? { ...around, entries: entries.set(name, noted(child, rest, lost)) } : around;
  }
  const place = settingOf(lost.node, around.variant && keyShape(around.variant, name), lost.layer);
  const shadowed: Shadowed = { layer: lost.layer, place, why: "global-only" };
  if (child !== undefined)
    return { ...around, entries: entries.set(name, { ...child, shadowed: [...child.shadowed, shadowed] }) };
  const absent = new Map(around.absent);
  return { ...around, absent: absent.set(name, [...(absent.get(name) ?? []), shadowed]) };
}

/** The shadowed values of a place, including the lower value. */
function shadowing(lower: Outcome, why: WhyShadowed): readonly Shadowed[] {
  // Only values of layers are shadowed, not defaults or the catalog.
  if (lower.kind === "absent" || typeof lower.source === "string") return lower.shadowed;
  return [...lower.shadowed, { layer: lower.source, place: lower, why }];
}

/** The result of null over a value: nothing, or the settings inside that a project may not change (S4). */
function nullOver(lower: Outcome): Outcome {
  const isGlobalOnly = ({ shape }: Setting): boolean => shape?.schema["x-scope"] === "global";
  if (lower.kind !== "object" || ![...lower.entries.values()].some(isGlobalOnly)) {
    return nothing(shadowing(lower, "unset"));
  }
  return withoutEntries(lower, (_, child) => !isGlobalOnly(child), "unset");
}

/**
 * The part of an object that remains after a change of variant: the keys that all variants have, except the tag, with their meanings there.
 */
function inVariant(below: ObjectSetting, variant: Shape): ObjectSetting {
  const rest = withoutEntries(below, (key) => !isShared(below.shape, key), "other-variant");
  const entries = Array.from(rest.entries, ([key, child]) => [key, reshaped(child, keyShape(variant, key))] as const);
  return { ...rest, variant, entries: new Map(entries) };
}

/** The object without some of its entries. */
function withoutEntries(
  object: ObjectSetting,
  isLost: (key: string, child: Setting) => boolean,
  why: WhyShadowed,
): ObjectSetting {
  const lost = [...object.entries].filter(([key, child]) => isLost(key, child));
  const entries = new Map(object.entries);
  for (const [key] of lost) entries.delete(key);
  const absent = lost.map(([key, child]) => [key, shadowing(child, why)] as const);
  return { ...object, entries, absent: new Map([...object.absent, ...absent]) };
}

/** Written names by their lower-case forms. */
function byLowerCase(keys: Iterable<string>): Map<string, string> {
  return new Map(Array.from(keys, (key) => [key.toLowerCase(), key]));
}
