/**
 * The last net (S39). An unforeseen exception makes the layers in question unusable, like one that cannot be read. Its message may quote a
 * configuration, so it is never shown.
 */
import type { Stage } from "../../read/layers/facts.js";
import { type Layer, unforeseen } from "../../read/layers/layer.js";

/** Replaces each layer by one whose only fact is that work on it failed. */
export function unjudged(layers: readonly Layer[], stage: Stage): ReadonlyMap<Layer, Layer> {
  const spoilt = (layer: Layer): Layer => unforeseen(layer.document.source.file, stage, layer);
  return new Map(layers.map((layer) => [layer, spoilt(layer)]));
}
