/** The tree that every format is read into: names, values and the exact text each came from. */
import type { Path } from "../text/path.js";
import type { Span } from "./source.js";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property: a name such as `constructor` must never be looked up in a prototype (S8). */
export function own(object: JsonObject | undefined, key: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

export interface Scalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  readonly span: Span;
  /** A number as it was written: doubles forget the digits of large integers (S9). */
  readonly digits?: string;
}

interface Sequence {
  readonly kind: "sequence";
  readonly items: readonly Node[];
  readonly span: Span;
}

export interface Entry {
  readonly keySpan: Span;
  readonly value: Node;
}

export interface Mapping {
  readonly kind: "mapping";
  /** By decoded name, in the order of the text. Never holds `__proto__`. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly span: Span;
}

export type Node = Scalar | Sequence | Mapping;

/** The plain data of a node. `fromEntries` defines own properties, so no name can reach a prototype. */
export function toValue(node: Node): Json {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "sequence":
      return node.items.map(toValue);
    case "mapping":
      return Object.fromEntries(Array.from(node.entries, ([key, entry]) => [key, toValue(entry.value)]));
  }
}

/** The node at a path and the entry that holds it, or undefined where the text has none. */
export function find(root: Node, path: Path): { readonly node: Node; readonly entry?: Entry } | undefined {
  let node = root;
  let entry: Entry | undefined;
  for (const step of path) {
    if (node.kind === "mapping") {
      entry = node.entries.get(String(step));
      if (entry === undefined) return undefined;
      node = entry.value;
    } else if (node.kind === "sequence") {
      entry = undefined;
      const item = node.items[Number(step)];
      if (item === undefined) return undefined;
      node = item;
    } else {
      return undefined;
    }
  }
  return entry === undefined ? { node } : { node, entry };
}

/** The value at a path of plain data, found by own properties only; undefined where there is none. */
export function valueAt(value: Json, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as { readonly [key: string | number]: Json })[step];
  }
  return at;
}

/** The same data in objects that inherit nothing, so that only what is written can be read from them (S8). */
export function withoutPrototypes<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypes) as Value;
  const bare: Record<string, unknown> = Object.create(null);
  for (const [key, child] of Object.entries(value)) bare[key] = withoutPrototypes(child);
  return bare as Value;
}
