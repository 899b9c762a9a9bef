/**
 * All places of some layers that spell the name of an entry, read from the written texts, in effect or not. Knows how values spell names;
 * other files know what a name means.
 */
import type { Path } from "../../../text/path.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Node, Scalar } from "../../read/document/node.js";
import { spanOfPart } from "../../read/document/within.js";
import type { Layer } from "../../read/layers/layer.js";
import { eachChild, type Place, placeOf } from "../../read/schema/place.js";
import { configShape, type Shape } from "../../read/schema/shape.js";
import { type Known, NAMED_SECTIONS, namesInKey, namesInText, type Spelled } from "./spelled-names.js";

export interface NameReference extends Spelled {
  /** `entry`: the key of the entry itself. */
  readonly kind: "entry" | "reference";
  readonly layer: Layer;
  readonly path: Path;
  readonly part: "key" | "value";
  /** The schema's shape of the value; undefined for a key. */
  readonly shape: Shape | undefined;
  /** The text that spells the name: a key, or a value. For an alias, it is outside the path. */
  readonly scalar: Scalar;
  /** The span in the file of the name alone, without quotes and effort. */
  readonly span: Span;
  /** The span in the file of the whole key or value; of an alias, the alias. */
  readonly site: Span;
}

/**
 * The references in the tree of each layer, in the order of its text. Aliases repeat the span of their anchored text. `only`: the path to
 * search along and inside; the whole tree by default.
 */
export function referencesIn(
  trees: ReadonlyMap<Layer, Place>,
  known: Known,
  only: Path = [],
): readonly NameReference[] {
  return [...trees].flatMap(([layer, tree]) => inTree(tree, layer, known, only));
}

/** `trees`, and those of unusable layers, as far as their texts can be read. */
export function writtenTrees(layers: readonly Layer[], trees: ReadonlyMap<Layer, Place>): ReadonlyMap<Layer, Place> {
  const all = new Map<Layer, Place>();
  let below: Place | undefined;
  for (const layer of layers) {
    const { root } = layer.document;
    below = trees.get(layer) ?? (root && placeOf(root, configShape, below));
    if (below !== undefined) all.set(layer, below);
  }
  return all;
}

function inTree(tree: Place, layer: Layer, known: Known, only: Path): readonly NameReference[] {
  const { document } = layer;
  const references: NameReference[] = [];
  const path: (string | number)[] = [];
  const add = (shape: Shape | undefined, node: Scalar & Node, names: readonly Spelled[]): void => {
    const part = shape === undefined ? "key" : "value";
    const { origin: span = node.span, value } = node;
    const scalar: Scalar = { kind: "scalar", value, span };
    const at = { layer, path: [...path], part, shape, scalar, site: node.span } as const;
    for (const name of names) {
      const kind = part === "key" && name.section === path[0] ? "entry" : "reference";
      const own = spanOfPart(document, scalar, name.within);
      if (own !== undefined) references.push({ ...name, ...at, kind, span: own });
    }
  };
  const visit = (place: Place): void => {
    if (place.kind === "scalar") {
      const { node, value, shape } = place;
      if (typeof value !== "string" || shape === undefined || node.kind !== "scalar") return;
      const names = namesInText(value, shape, path, known);
      if (names.length > 0) add(shape, node, names);
      return;
    }
    const section = path.length === 1 ? NAMED_SECTIONS.find((one) => one === path[0]) : undefined;
    const wanted = only[path.length];
    eachChild(place, (child, step) => {
      if (wanted !== undefined && step !== wanted) return;
      path.push(step);
      if (section !== undefined && child.keySpan !== undefined)
        add(undefined, keyOf(String(step), child.keySpan), namesInKey(section, String(step), known));
      visit(child);
      path.pop();
    });
  };
  visit(tree);
  return references;
}

function keyOf(value: string, span: Span): Scalar {
  return { kind: "scalar", value, span };
}
