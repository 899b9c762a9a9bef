/** What of a layer does not fit the schema, in the light of the others. */
import { literalOf } from "../../../text/scan.js";
import type { Merged } from "../../mean/configuration/merge.js";
import { commandsAllowed } from "../../mean/substitution/find.js";
import type { Layer } from "../../read/layers/layer.js";
import { ageOf } from "../../read/layers/upgrade.js";
import { check } from "../../read/schema/check.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { placeOf } from "../../read/schema/place.js";
import { configShape } from "../../read/schema/shape.js";

/**
 * What of a layer does not fit the schema, in the light of all of them. One that counts for nothing is checked, too, as far as it could be
 * read: a project over what the others come to. Of a newer version nobody knows what it may say (S30), and what another tool's file says
 * has nothing to do with this schema.
 */
export function schemaFactsIn(
  layer: Layer,
  global: Layer | undefined,
  { settings, places }: Merged,
): readonly SchemaFact[] {
  const { document, scope } = layer;
  if (ageOf(document) === "newer" || layer.facts.some(({ kind }) => kind === "other-tool")) return [];
  const isProject = scope === "project";
  const counting = places.get(layer);
  const tree = counting ?? (document.root && placeOf(document.root, configShape, isProject ? settings : undefined));
  if (tree === undefined) return [];
  if (counting === undefined && !isProject) return check(tree);
  const isInert = isProject || !commandsAllowed(global);
  return check(tree, {
    whole: settings,
    isMine: ({ source }) => source === layer,
    literal: (text: string) => literalOf(text, isInert),
    isProject,
  });
}
