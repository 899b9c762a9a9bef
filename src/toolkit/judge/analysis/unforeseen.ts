/**
 * The last net (S39). An exception that nobody foresaw costs the layers that were looked at, as one that cannot be read does. What it says
 * may quote a configuration, so it is shown to nobody.
 */
import type { Stage } from "../../read/layers/facts.js";
import { type Layer, unforeseen } from "../../read/layers/layer.js";

/** Each layer as one of which nothing is known but that work on it failed. */
export function unjudged(layers: readonly Layer[], stage: Stage): ReadonlyMap<Layer, Layer> {
  const spoilt = (layer: Layer): Layer => unforeseen(layer.document.source.file, stage, layer);
  return new Map(layers.map((layer) => [layer, spoilt(layer)]));
}
