/** From a name to its keys, from a key to the value that it overrides, and from a name to all its uses. */
import type { Path } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Entry, find, pathAt } from "../../toolkit/read/document/node.js";
import { entryEnd } from "../../toolkit/read/edit/scalar.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { entriesOf, isSameName, namedAt, referencesOf } from "./name-at.js";

export interface Target {
  readonly layer: Layer;
  /** The key, without quotes where it is the name of an entry. */
  readonly span: Span;
  readonly whole: Span;
}

export interface Use {
  readonly layer: Layer;
  /** The name alone; of an alias, the alias. */
  readonly span: Span;
  readonly kind: "entry" | "reference";
}

/**
 * The keys of the entry that a reference names, of the highest layer first; for a key, the same key in the nearest layer below that has it.
 */
export function definitionsAt(snapshot: Snapshot, layer: Layer, offset: number): readonly Target[] {
  const named = namedAt(snapshot, layer, offset);
  if (named?.kind === "reference")
    return entriesOf(snapshot, named)
      .toReversed()
      .flatMap((entry) => targetIn(entry.layer, entry.path, entry.span));
  const { root } = layer.document;
  const at = root && pathAt(root, offset);
  if (at?.part !== "key") return [];
  const below = snapshot.layers.slice(0, Math.max(snapshot.layers.indexOf(layer), 0)).toReversed();
  return below.flatMap((one) => targetIn(one, at.path)).slice(0, 1);
}

function targetIn(layer: Layer, path: Path, span?: Span): readonly Target[] {
  const { root } = layer.document;
  const entry = root && find(root, path)?.entry;
  return entry === undefined ? [] : [{ layer, span: span ?? entry.keySpan, whole: wholeOf(layer, entry) }];
}

function wholeOf({ document: { source } }: Layer, entry: Entry): Span {
  return { start: entry.keySpan.start, end: entryEnd(source, entry) };
}

/** All uses of the name at an offset, layer by layer. `withKeys`: with the keys of its entry. */
export function referencesAt(snapshot: Snapshot, layer: Layer, offset: number, withKeys: boolean): readonly Use[] {
  const named = namedAt(snapshot, layer, offset);
  if (named === undefined) return [];
  const uses = referencesOf(snapshot).filter((one) => isSameName(one, named) && (withKeys || one.kind !== "entry"));
  const all = uses.map(({ layer: own, span, site, scalar, kind }): [string, Use] => {
    const shown = site === scalar.span ? span : site;
    return [`${own.scope} ${shown.start}`, { layer: own, span: shown, kind }];
  });
  return [...new Map(all).values()];
}
