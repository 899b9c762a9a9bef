/** A layer with another text, or without one that can be judged. */
import { once } from "../../../text/once.js";
import type { Stage } from "../../read/layers/facts.js";
import { failedLayer, type Layer, layerOf } from "../../read/layers/layer.js";

/** The layer with `text` in place of its own. */
export function rewritten(
  { scope, file, document, isPermissions }: Layer,
  text: string,
  sha256: (bytes: Uint8Array) => string,
): Layer {
  const bytes = new TextEncoder().encode(text);
  const identity = { scope, file, sha256: once(() => sha256(bytes)), ...(isPermissions && { isPermissions }) };
  return layerOf(document.source.file, bytes, document.format, identity);
}

/**
 * The last net (S39): replaces each layer by one with a single fact, that work on it failed. The message of the exception may quote a
 * configuration, so it is never shown.
 */
export function unjudged(layers: readonly Layer[], stage: Stage): ReadonlyMap<Layer, Layer> {
  const spoilt = (layer: Layer): Layer => failedLayer(layer.document.source.file, stage, layer);
  return new Map(layers.map((layer) => [layer, spoilt(layer)]));
}
