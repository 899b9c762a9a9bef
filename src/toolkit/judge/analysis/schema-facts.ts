/** Checks one layer against the schema, with the other layers in view. */
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
 * The parts of a layer that do not fit the schema, with all layers in view. An unusable layer is checked, too, as far as it could be read:
 * a project over the merged tree. A file of a newer version is not checked, because its keys are unknown (S30), and neither is a file of
 * another tool.
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
