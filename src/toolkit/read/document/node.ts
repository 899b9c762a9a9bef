/** The tree of a text in any format: names, values and their exact spans. */
import { itemAt, type Path } from "../../../text/path.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Json } from "./data.js";

export interface Scalar {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  readonly span: Span;
  /** The number as written: doubles lose the digits of large integers (S9). */
  readonly digits?: string;
}

export interface Sequence {
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

/** `origin`: for an alias, the span of its anchored value. */
export type Node = (Scalar | Sequence | Mapping) & { readonly origin?: Span };

/** The plain data of a node. `fromEntries` defines own properties, so no name can reach a prototype. */
export function toData(node: Node): Json {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "sequence":
      return node.items.map(toData);
    case "mapping":
      return Object.fromEntries(Array.from(node.entries, ([key, entry]) => [key, toData(entry.value)]));
  }
}

const NOWHERE: Span = { start: 0, end: 0 };

/** The tree of plain data, without spans in a text. */
export function fromData(value: Json): Node {
  if (Array.isArray(value)) return { kind: "sequence", items: value.map(fromData), span: NOWHERE };
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, child]): [string, Entry] => [
      key,
      { keySpan: NOWHERE, value: fromData(child) },
    ]);
    return { kind: "mapping", entries: new Map(entries), span: NOWHERE };
  }
  return { kind: "scalar", value: value as Scalar["value"], span: NOWHERE };
}

/** A node, and the entry that holds it. */
export interface PlacedNode {
  readonly node: Node;
  readonly entry?: Entry;
}

export function find(root: Node, path: Path): PlacedNode | undefined {
  return path.reduce<PlacedNode | undefined>((around, step) => around && childAt(around.node, step), { node: root });
}

function childAt(node: Node, step: string | number): PlacedNode | undefined {
  if (node.kind === "mapping") {
    const entry = node.entries.get(String(step));
    return entry && { node: entry.value, entry };
  }
  const item = node.kind === "sequence" ? itemAt(node.items, step) : undefined;
  return item && { node: item };
}

/** The innermost place around an offset, and whether the offset is in its name or its value; the inverse of `find`. */
export function pathAt(root: Node, offset: number): { readonly path: Path; readonly part: "key" | "value" } {
  const within = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  if (root.kind === "mapping") {
    for (const [key, { keySpan, value }] of root.entries) {
      if (within(keySpan)) return { path: [key], part: "key" };
      if (!within(value.span)) continue;
      const inside = pathAt(value, offset);
      return { ...inside, path: [key, ...inside.path] };
    }
  } else if (root.kind === "sequence") {
    for (const [index, item] of root.items.entries()) {
      if (!within(item.span)) continue;
      const inside = pathAt(item, offset);
      return { ...inside, path: [index, ...inside.path] };
    }
  }
  return { path: [], part: "value" };
}
