/** Moves entries of a tree to another name or into another mapping. Their spans stay the same. */
import { grouped } from "../../../text/grouped.js";
import { type Path, toPointer } from "../../../text/path.js";
import type { Entry, Mapping } from "../document/node.js";
import { withoutPaths } from "./change.js";

export interface Move {
  readonly from: Path;
  readonly to: Path;
}

/** A renamed entry keeps its position. An existing entry is not replaced. */
export function moveEntries(root: Mapping, moves: readonly Move[]): Mapping {
  const isRename = ({ from, to }: Move): boolean => toPointer(from.slice(0, -1)) === toPointer(to.slice(0, -1));
  const others = moves.filter((move) => !isRename(move));
  const entries = others.flatMap(({ from, to }) => {
    const entry = entryAt(root, from);
    return entry === undefined ? [] : [[to, entry] as const];
  });
  const left = withoutPaths(
    root,
    others.map(({ from }) => from),
  );
  return withEntries(renamed(left, moves.filter(isRename)), entries);
}

function entryAt(root: Mapping, [step = "", ...rest]: Path): Entry | undefined {
  const entry = root.entries.get(String(step));
  if (rest.length === 0 || entry === undefined) return entry;
  return entry.value.kind === "mapping" ? entryAt(entry.value, rest) : undefined;
}

function renamed(mapping: Mapping, moves: readonly Move[]): Mapping {
  if (moves.length === 0) return mapping;
  const below = grouped(moves.map(({ from: [step = "", ...from], to }) => [String(step), { from, to }]));
  const entries = Array.from(mapping.entries, ([key, entry]) => {
    const inside = below.get(key) ?? [];
    const own = inside.find(({ from }) => from.length === 0);
    const deeper = inside.filter((move) => move !== own);
    const { value } = entry;
    const now = value.kind === "mapping" && deeper.length > 0 ? { ...entry, value: renamed(value, deeper) } : entry;
    return [own === undefined ? key : String(own.to.at(-1)), now] as const;
  });
  return { ...mapping, entries: new Map(entries) };
}

/** Missing mappings are created. */
function withEntries(mapping: Mapping, all: readonly (readonly [Path, Entry])[]): Mapping {
  if (all.length === 0) return mapping;
  const entries = new Map(mapping.entries);
  for (const [step, inside] of grouped(all.map(([[first = "", ...rest], entry]) => [String(first), { rest, entry }]))) {
    const there = entries.get(step);
    const [own] = inside;
    if (own === undefined) continue;
    if (own.rest.length === 0) {
      entries.set(step, there ?? own.entry);
      continue;
    }
    const { keySpan, value } = there ?? own.entry;
    const around: Mapping =
      there !== undefined && value.kind === "mapping"
        ? value
        : { kind: "mapping", entries: new Map(), span: value.span };
    const deeper = inside.map(({ rest, entry }) => [rest, entry] as const);
    entries.set(step, { keySpan, value: withEntries(around, deeper) });
  }
  return { ...mapping, entries };
}
