/** The names in the texts of a snapshot, and the one at an offset of a text. Knows no editor. */
import { oncePer } from "../../text/once.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type NameReference, referencesIn, writtenTrees } from "../../toolkit/mean/configuration/references.js";
import { knownIn } from "../../toolkit/mean/configuration/spelled-names.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { pathAt } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

/** The tree of each layer as written, in effect or not. */
export const treesOf = oncePer(({ layers, trees }: Snapshot) => writtenTrees(layers, trees));

const knownOf = oncePer((snapshot: Snapshot) =>
  knownIn([...treesOf(snapshot).values()], snapshot.surroundings.catalog),
);

/** All places that spell the name of an entry, layer by layer. */
export const referencesOf = oncePer((snapshot: Snapshot) => referencesIn(treesOf(snapshot), knownOf(snapshot)));

export function isSameName({ section, name }: NameReference, other: NameReference): boolean {
  return section === other.section && name === other.name;
}

/** The keys of the entry that a reference names, in each layer that has it, the lowest first. */
export function entriesOf(snapshot: Snapshot, named: NameReference): readonly NameReference[] {
  const references = referencesIn(treesOf(snapshot), knownOf(snapshot), [named.section, named.name]);
  return references.filter((one) => one.kind === "entry" && isSameName(one, named));
}

/**
 * The name that the text at an offset spells: a key or a value around it. Of two names at one place, such as a model and the provider that
 * it begins with, the one that has an entry. Searches only the path to the offset, because editors ask this often.
 */
export function namedAt(snapshot: Snapshot, layer: Layer, offset: number): NameReference | undefined {
  const tree = treesOf(snapshot).get(layer);
  const { path } = tree === undefined ? { path: [] } : pathAt(tree.node, offset);
  if (tree === undefined || path.length === 0) return undefined;
  const along = referencesIn(new Map([[layer, tree]]), knownOf(snapshot), path);
  const here = along.filter(({ site, scalar }) => isIn(site, offset) || isIn(scalar.span, offset));
  const configured = here.filter((one) => entriesOf(snapshot, one).length > 0);
  const [first, ...others] = configured.length > 0 ? configured : here;
  return first?.kind === "entry" ? first : ([first, ...others].find((one) => one && isIn(one.span, offset)) ?? first);
}

export function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
