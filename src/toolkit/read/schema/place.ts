/** The tree of a text, with the schema's shape at each place. Only this file reads tags: later stages receive the chosen variant. */
import { NONE } from "../../../text/none.js";
import type { Path } from "../../../text/path.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Json } from "../document/data.js";
import type { Mapping, Node, Scalar, Sequence } from "../document/node.js";
import { keyShape, type Shape } from "./shape.js";

/** The origin of a place in merged trees (`configuration/setting.ts`): its source, and the places that it overrides. */
interface Origin<Source, Lost> {
  readonly source: Source;
  readonly inheritedFrom: Path | undefined;
  readonly shadowed: readonly Lost[];
}

interface Common<Source, Lost> extends Origin<Source, Lost> {
  /** Undefined for a place outside the schema. */
  readonly shape: Shape | undefined;
  readonly node: Node;
  /** The key as written; undefined for an item of a list, and for the root. */
  readonly keySpan: Span | undefined;
}

export interface ScalarPlace<Source = unknown, Lost = unknown> extends Common<Source, Lost> {
  readonly kind: "scalar";
  readonly value: Scalar["value"];
}

export interface ListPlace<Source = unknown, Lost = unknown> extends Common<Source, Lost> {
  readonly kind: "list";
  readonly items: readonly Place<Source, Lost>[];
}

export interface ObjectPlace<Source = unknown, Lost = unknown> extends Common<Source, Lost> {
  readonly kind: "object";
  /** The shape with the keys that the tag chose; the same as `shape` without a tag; undefined while the tag chooses no variant. */
  readonly variant: Shape | undefined;
  readonly entries: ReadonlyMap<string, Place<Source, Lost>>;
  /** Keys that are written and have no value in effect. */
  readonly absent: ReadonlyMap<string, readonly Lost[]>;
}

/** A place from any source, for code that needs only its value and its shape. */
export type Place<Source = unknown, Lost = unknown> =
  | ScalarPlace<Source, Lost>
  | ListPlace<Source, Lost>
  | ObjectPlace<Source, Lost>;

/** The places of a tree. `below`: the tree under it, whose tags apply where this tree has none of its own. */
export function placeOf(node: Node, shape: Shape | undefined, below?: Place, keySpan?: Span): Place<undefined, never> {
  return placeFrom(undefined, node, shape, below, keySpan);
}

/** `placeOf` with a source for each place. */
export function placeFrom<Source>(
  source: Source,
  node: Node,
  shape: Shape | undefined,
  below?: Place,
  keySpan?: Span,
): Place<Source, never> {
  switch (node.kind) {
    case "scalar": {
      const { value } = node;
      return { kind: "scalar", shape, node, keySpan, value, source, inheritedFrom: undefined, shadowed: NONE };
    }
    case "sequence": {
      const items = itemsFrom(source, node, itemShape(shape));
      return { kind: "list", shape, node, keySpan, items, source, inheritedFrom: undefined, shadowed: NONE };
    }
    case "mapping":
      return objectFrom(source, node, shape, below?.kind === "object" ? below : undefined, keySpan);
  }
}

function itemsFrom<Source>(source: Source, { items }: Sequence, shape: Shape | undefined): Place<Source, never>[] {
  return items.map((item) => placeFrom(source, item, shape));
}

function objectFrom<Source>(
  source: Source,
  node: Mapping,
  shape: Shape | undefined,
  below: ObjectPlace | undefined,
  keySpan: Span | undefined,
): ObjectPlace<Source, never> {
  const variant = shape && chosen(shape, node, below);
  const entries = new Map<string, Place<Source, never>>();
  for (const [key, { keySpan: at, value }] of node.entries) {
    const under = below && (below.variant === variant || isShared(shape, key)) ? below.entries.get(key) : undefined;
    const child = variant === undefined ? inAnyVariant(shape, key) : keyShape(variant, key);
    entries.set(key, placeFrom(source, value, child, under, at));
  }
  const absent = NO_KEYS;
  const inheritedFrom = undefined;
  const shadowed = NONE;
  return { kind: "object", shape, node, keySpan, variant, entries, absent, source, inheritedFrom, shadowed };
}

const NO_KEYS: ObjectPlace<never, never>["absent"] = new Map();

/** Calls `visit` for each item of a list or each entry of an object, in the order of the text. */
export function eachChild(place: ListPlace | ObjectPlace, visit: (child: Place, step: string | number) => void): void {
  if (place.kind === "list") place.items.forEach(visit);
  else for (const [key, child] of place.entries) visit(child, key);
}

/** The shape of the items of a list. If any value is accepted, so is any item. */
export function itemShape(shape: Shape | undefined): Shape | undefined {
  return shape?.items ?? (shape?.types === undefined ? shape : undefined);
}

/** The variant that an object's own tag chooses, or else the tag below. A tag that is not a string chooses nothing. */
function chosen(shape: Shape, { entries }: Mapping, below: ObjectPlace | undefined): Shape | undefined {
  if (shape.tag === undefined) return shape;
  const written = entries.get(shape.tag.key)?.value;
  const own = written?.kind === "scalar" ? written.value : undefined;
  const inherited = below?.entries.get(shape.tag.key);
  const name = typeof own === "string" ? own : inherited?.kind === "scalar" ? inherited.value : undefined;
  return variantOf(shape, name);
}

/** The variant that a tag chooses; the shape itself without a tag; undefined for an unknown tag. */
export function variantOf(shape: Shape, tag: unknown): Shape | undefined {
  if (shape.tag === undefined) return shape;
  return typeof tag === "string" ? shape.tag.variants.get(tag) : undefined;
}

/** Whether a key of a tagged object means the same in every variant; the tag itself does not. */
export function isShared(shape: Shape | undefined, key: string): boolean {
  if (shape?.tag === undefined) return true;
  return key !== shape.tag.key && [...shape.tag.variants.values()].every(({ properties }) => properties.has(key));
}

/** The shape of a key while the tag is unknown: that of some variant, preferably one in which the key is secret. */
function inAnyVariant(shape: Shape | undefined, key: string): Shape | undefined {
  const shapes = [...(shape?.tag?.variants.values() ?? [])].flatMap((variant) => variant.properties.get(key) ?? []);
  return shapes.find(({ schema }) => schema["x-secret"]) ?? shapes[0];
}

/** A place as plain data. `fromEntries` defines own properties, so no name can reach a prototype. */
export function jsonOf(place: Place): Json {
  switch (place.kind) {
    case "scalar":
      return place.value;
    case "list":
      return place.items.map(jsonOf);
    case "object":
      return Object.fromEntries(Array.from(place.entries, ([key, child]) => [key, jsonOf(child)]));
  }
}
