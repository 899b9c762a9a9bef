/** The names in the texts of a snapshot, and the one at an offset of a text. Knows no editor. */
import { oncePer } from "../../text/once.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type NameReference, referencesIn, writtenTrees } from "../../toolkit/mean/configuration/references.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

/** The tree of each layer as it is written, in effect or not. */
export const treesOf = oncePer(({ layers, trees }: Snapshot) => writtenTrees(layers, trees));

/** Every place that spells the name of an entry, layer by layer. */
export const referencesOf = oncePer((snapshot: Snapshot): readonly NameReference[] =>
  referencesIn(treesOf(snapshot), snapshot.surroundings.catalog),
);

export function isSameName({ section, name }: NameReference, other: NameReference): boolean {
  return section === other.section && name === other.name;
}

/** The keys of the entry that a reference names, in each layer that has it, the lowest first. */
export function entriesOf(snapshot: Snapshot, named: NameReference): readonly NameReference[] {
  return referencesOf(snapshot).filter((one) => one.kind === "entry" && isSameName(one, named));
}

/**
 * The name that the text at an offset spells: a key or a value around it. Of two names at one place, such as a model and the provider that it
 * begins with, the one that has an entry.
 */
export function namedAt(snapshot: Snapshot, layer: Layer, offset: number): NameReference | undefined {
  const here = referencesOf(snapshot).filter(
    (one) => one.layer === layer && (isIn(one.site, offset) || isIn(one.scalar.span, offset)),
  );
  const configured = here.filter((one) => entriesOf(snapshot, one).length > 0);
  const [first, ...others] = configured.length > 0 ? configured : here;
  return first?.kind === "entry" ? first : ([first, ...others].find((one) => one && isIn(one.span, offset)) ?? first);
}

export function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
