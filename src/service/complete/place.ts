/** What the schema accepts at a spot, by the tags of this text and of the layer below. */
import { itemAt, type Path } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Entry, Mapping, Node } from "../../toolkit/read/document/node.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { type ObjectPlace, type Place, placeOf } from "../../toolkit/read/schema/place.js";
import { keyShape, type Shape } from "../../toolkit/read/schema/shape.js";
import type { Known, Typed } from "./completion.js";
import type { Names } from "./names.js";
import { PLACEHOLDER, type Spot } from "./placeholder.js";

export interface SpotPlace {
  /** The shape of the mapping for a key, of the value for a value. */
  readonly shape: Shape;
  /** The mapping with the keys, or around the value. */
  readonly around: ObjectPlace | undefined;
  /** The place of the layer below at the same path. */
  readonly below: Place | undefined;
  /** The shape with the schema's descriptions; undefined without them. */
  readonly described: Shape | undefined;
}

/** Undefined for a place outside the schema, and for one that this layer may not set. */
export function placeAt(spot: Spot, { shape, scope }: Typed, { snapshot, schema }: Known): SpotPlace | undefined {
  let described = schema;
  let below = scope === "project" ? globalPlace(snapshot) : undefined;
  let place: Place | undefined = placeOf(rootOf(spot), shape, below);
  let around: ObjectPlace | undefined;
  for (const step of spot.path) {
    if (place === undefined) return undefined;
    if (place.kind === "object") around = place;
    described = describedIn(described, place, step);
    const child: Place | undefined = place.kind === "list" ? itemAt(place.items, step) : childOf(place, String(step));
    below = below?.kind === "object" ? below.entries.get(String(step)) : undefined;
    if (child === undefined || isForbidden(child.shape, scope)) return undefined;
    place = child;
  }
  if (spot.part === "key" && place?.kind === "object") around = place;
  return place?.shape && { shape: place.shape, around, below, described };
}

/** The tree with the key of the cursor as it was before: it may be the tag. */
function rootOf({ root, path, name, hasColon }: Spot): Mapping {
  const named = (node: Node, [step, ...deeper]: Path): Node => {
    if (node.kind === "scalar") return node;
    if (node.kind === "sequence")
      return { ...node, items: node.items.map((item, at) => (at === step ? named(item, deeper) : item)) };
    const entries = Array.from(node.entries, ([key, entry]): [string, Entry] => {
      if (step === undefined) return [key === name ? key.replace(PLACEHOLDER, "") : key, entry];
      return [key, key === step ? { ...entry, value: named(entry.value, deeper) } : entry];
    });
    return { ...node, entries: new Map(entries) };
  };
  const renamed = hasColon ? named(root, path) : root;
  return renamed.kind === "mapping" ? renamed : root;
}

/** The tag itself has the shape that lists all variants. */
function childOf(place: Place, step: string): Place | undefined {
  if (place.kind !== "object") return undefined;
  const child = place.entries.get(step);
  const own = place.shape?.tag?.key === step ? place.shape.properties.get(step) : undefined;
  return child && own ? { ...child, shape: own } : child;
}

export function isForbidden(shape: Shape | undefined, scope: Typed["scope"]): boolean {
  return scope === "project" && shape?.schema["x-scope"] === "global";
}

function globalPlace(snapshot: Snapshot | undefined): Place | undefined {
  const layer = snapshot && layerOfScope(snapshot.layers, "global");
  // The tree of the user's file does not depend on edits of the project.
  return layer && (snapshot.below ?? snapshot).trees.get(layer);
}

/**
 * The shape of a key or an item of a place, with the descriptions of the schema, which the shapes for checking omit. `described`: the shape
 * of the place with them.
 */
export function describedIn(described: Shape | undefined, place: Place, step: string | number): Shape | undefined {
  if (described === undefined || place.kind === "scalar") return undefined;
  if (place.kind === "list") return described.items;
  const key = String(step);
  const own = described.properties.get(key);
  if (own !== undefined || described.tag === undefined) return own ?? keyShape(described, key);
  const { variants } = described.tag;
  const [chosen] = [...(place.shape?.tag?.variants ?? [])].find(([, variant]) => variant === place.variant) ?? [];
  const variant = chosen === undefined ? undefined : variants.get(chosen);
  if (variant !== undefined) return keyShape(variant, key);
  return [...variants.values()].flatMap(({ properties }) => properties.get(key) ?? [])[0];
}

/** The question in the form that all kinds of items use. */
export interface About {
  readonly typed: Typed;
  readonly offset: number;
  readonly spot: Spot;
  readonly place: SpotPlace;
  readonly names: Names;
  readonly variables: readonly string[];
}
