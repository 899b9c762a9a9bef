/**
 * Finds models with all fields of a new one except a custom provider. Each is a mistake unless the agent's own catalog has it, or a
 * provider lists it; without a catalog, lint cannot decide (S16).
 */
import { childrenOf, definitionAt, settingAt } from "../../mean/configuration/setting.js";
import { keyAt } from "../../read/diagnostic/anchor.js";
import type { Position } from "../../read/diagnostic/diagnostic.js";
import type { Layer } from "../../read/layers/layer.js";
import { startAt } from "./place.js";
import type { Snapshot } from "./snapshot.js";

export interface Uncatalogued {
  readonly file: string;
  readonly start: Position;
  readonly model: string;
}

export function uncatalogued(
  { settings, surroundings }: Snapshot,
  reported: ReadonlySet<Layer>,
): readonly Uncatalogued[] {
  const models: Uncatalogued[] = [];
  if (surroundings.catalog !== undefined) return models;
  for (const [model, entry] of childrenOf(settingAt(settings, ["models"]))) {
    const fields = childrenOf(entry);
    if (fields.has("provider") || fields.has("inherits") || !fields.has("class") || !fields.has("context_window"))
      continue;
    const enabled = fields.get("enabled");
    const path = ["models", model];
    const layer = definitionAt(settings, path)?.layer;
    const isOff = enabled?.kind === "scalar" && enabled.value === false;
    if (isOff || layer === undefined || !reported.has(layer)) continue;
    const { document } = layer;
    models.push({ file: document.source.file, start: startAt(document, keyAt(...path)), model });
  }
  return models;
}
