/** Changes made to a tree: the values change, and everything keeps the place where it was written. */
import type { Change } from "../diagnostic/finding.js";
import type { Entry, Mapping, Node } from "../document/node.js";
import type { Path } from "../text/path.js";

/** The tree after a change; the same tree where the change finds nothing to do. Parts of strings, and comments, are changed in texts only. */
export function changeTree(root: Mapping, change: Change): Mapping {
  switch (change.kind) {
    case "insert-first": {
      const span = { start: root.span.start, end: root.span.start };
      const entry: Entry = { keySpan: span, value: { kind: "scalar", value: change.value, span } };
      return { ...root, entries: new Map([[change.key, entry], ...root.entries]) };
    }
    case "respell-inside":
    case "cut":
      return root;
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

type EntryChange = (key: string, entry: Entry) => readonly [string, Entry] | undefined;

/** Changes one entry of one mapping, keeping the order. */
function mapEntry(mapping: Mapping, [step, ...rest]: Path, change: EntryChange): Mapping {
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
