/**
 * All places of some layers that spell the name of an entry, read from the texts as they are written, in effect or not. Knows how a name
 * stands in a value; what a name means is for others.
 */
import type { Path } from "../../../text/path.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Node, Scalar } from "../../read/document/node.js";
import { spanOfPart } from "../../read/document/within.js";
import type { Catalog } from "../../read/layers/catalog.js";
import type { Layer } from "../../read/layers/layer.js";
import { upgradeTree } from "../../read/layers/upgrade.js";
import { eachChild, type Place, placeOf } from "../../read/schema/place.js";
import { configShape, type Shape } from "../../read/schema/shape.js";
import { type Known, knownIn, NAMED_SECTIONS, namesInKey, namesInText, type Spelled } from "./spelled-names.js";

export interface NameReference extends Spelled {
  /** `entry`: the key of the entry itself. */
  readonly kind: "entry" | "reference";
  readonly layer: Layer;
  readonly path: Path;
  readonly part: "key" | "value";
  /** What the schema says about the value; undefined for a key. */
  readonly shape: Shape | undefined;
  /** The text that spells the name: a key, or a value. It is elsewhere than at the path where an alias stands there. */
  readonly scalar: Scalar;
  /** The span in the file of the name alone, without quotes and effort. */
  readonly span: Span;
  /** The span in the file of the whole key or value; of an alias, the alias. */
  readonly site: Span;
}

/** The references in each layer, in the order of its text. Aliases repeat the span of their anchored text. */
export function referencesIn(layers: readonly Layer[], catalog: Catalog | undefined): readonly NameReference[] {
  const trees = writtenTrees(layers);
  const known = knownIn([...trees.values()], catalog);
  return [...trees].flatMap(([layer, tree]) => inTree(tree, layer, known));
}

/** The tree of each layer that can be read at all, of the project with keys that only the user may set. */
export function writtenTrees(layers: readonly Layer[]): ReadonlyMap<Layer, Place> {
  const trees = new Map<Layer, Place>();
  let below: Place | undefined;
  for (const layer of layers) {
    const root = upgradeTree(layer.document);
    if (root === undefined) continue;
    below = placeOf(root, configShape, below);
    trees.set(layer, below);
  }
  return trees;
}

function inTree(tree: Place, layer: Layer, known: Known): readonly NameReference[] {
  const { document } = layer;
  const found: NameReference[] = [];
  const add = (shape: Shape | undefined, path: Path, node: Scalar & Node, names: readonly Spelled[]): void => {
    const part = shape === undefined ? "key" : "value";
    const { origin: span = node.span, value } = node;
    const scalar: Scalar = { kind: "scalar", value, span };
    for (const name of names) {
      const kind = part === "key" && name.section === path[0] ? "entry" : "reference";
      const at = spanOfPart(document, scalar, name.within);
      if (at !== undefined) found.push({ ...name, kind, layer, path, part, shape, scalar, span: at, site: node.span });
    }
  };
  const visit = (place: Place, path: Path): void => {
    if (place.kind === "scalar") {
      const { node, value, shape } = place;
      if (typeof value === "string" && shape !== undefined && node.kind === "scalar")
        add(shape, path, node, namesInText(value, shape, path, known));
      return;
    }
    const section =
      path.length === 1 && place.kind === "object" ? NAMED_SECTIONS.find((one) => one === path[0]) : undefined;
    eachChild(place, (child, step) => {
      const at = [...path, step];
      if (section !== undefined && child.keySpan !== undefined)
        add(undefined, at, keyOf(String(step), child.keySpan), namesInKey(section, String(step), known));
      visit(child, at);
    });
  };
  visit(tree, []);
  return found;
}

function keyOf(value: string, span: Span): Scalar {
  return { kind: "scalar", value, span };
}
