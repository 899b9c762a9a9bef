/** Changes in terms of the configuration, and their effect on a tree. `edits.ts` spells them in a text. */
import { grouped } from "../../../text/grouped.js";
import type { Path } from "../../../text/path.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Entry, Mapping, Node } from "../document/node.js";
import type { Writable } from "./spelling.js";

export type Change =
  | { readonly kind: "rename"; readonly path: Path; readonly to: string }
  | { readonly kind: "replace"; readonly path: Path; readonly value: string | number | boolean }
  /** Writes a value of any kind, over another one or at a new place. */
  | { readonly kind: "put"; readonly path: Path; readonly value: Writable }
  /** Puts a scalar in quotes; messages do not repeat its text. */
  | { readonly kind: "enquote"; readonly path: Path }
  /** Removes a name and its value. */
  | { readonly kind: "delete"; readonly path: Path }
  /** Replaces part of a string value; the new text needs no quotes there. */
  | { readonly kind: "replace-within"; readonly path: Path; readonly within: Span; readonly text: string }
  /** Replaces text outside of the tree, such as a comment, or a part of an unreadable text. */
  | { readonly kind: "replace-text"; readonly span: Span; readonly text: string }
  /** Inserts a name and its value as the first entry of the top level. */
  | { readonly kind: "insert-first"; readonly key: string; readonly value: string | number | boolean };

/** A change that needs no text, such as a step of an upgrade. */
export type TreeChange = Extract<Change, { kind: "insert-first" | "delete" | "rename" | "replace" }>;

/** The tree after a change; the same object if nothing changes. */
export function changeTree(root: Mapping, change: TreeChange): Mapping {
  switch (change.kind) {
    case "insert-first": {
      const span = { start: root.span.start, end: root.span.start };
      const entry: Entry = { keySpan: span, value: { kind: "scalar", value: change.value, span } };
      return { ...root, entries: new Map([[change.key, entry], ...root.entries]) };
    }
    case "delete":
      return mapEntry(root, change.path, () => undefined);
    case "rename":
      return mapEntry(root, change.path, (_, entry) => [change.to, entry]);
    case "replace":
      return mapEntry(root, change.path, (key, { keySpan, value }) => [
        key,
        { keySpan, value: { kind: "scalar", value: change.value, span: value.span } },
      ]);
  }
}

/** A tree without the values at some paths; the same mapping if it has none of them. One path into a list removes the whole list. */
export function withoutPaths(mapping: Mapping, paths: readonly Path[]): Mapping {
  if (paths.length === 0) return mapping;
  const below = grouped(paths.map(([step = "", ...rest]) => [String(step), rest]));
  let isChanged = false;
  const entries = Array.from(mapping.entries).flatMap(([key, entry]) => {
    const inside = below.get(key);
    if (inside === undefined) return [[key, entry] as const];
    const isWhole = inside.some(({ length }) => length === 0) || entry.value.kind === "sequence";
    const value: Node = entry.value.kind === "mapping" && !isWhole ? withoutPaths(entry.value, inside) : entry.value;
    isChanged ||= isWhole || value !== entry.value;
    return isWhole ? [] : [[key, { ...entry, value }] as const];
  });
  return isChanged ? { ...mapping, entries: new Map(entries) } : mapping;
}

type EntryChange = (key: string, entry: Entry) => readonly [string, Entry] | undefined;

/** Changes one entry of one mapping, keeping the order. */
export function mapEntry(mapping: Mapping, [step, ...rest]: Path, change: EntryChange): Mapping {
  const entries = Array.from(mapping.entries).flatMap(([key, entry]) => {
    if (key !== step) return [[key, entry] as const];
    if (rest.length > 0) return [[key, { ...entry, value: inside(entry.value, rest, change) }] as const];
    const changed = change(key, entry);
    return changed === undefined ? [] : [changed];
  });
  return { ...mapping, entries: new Map(entries) };
}

function inside(node: Node, path: Path, change: EntryChange): Node {
  return node.kind === "mapping" ? mapEntry(node, path, change) : node;
}
