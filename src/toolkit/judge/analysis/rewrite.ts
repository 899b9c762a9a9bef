/** A layer with another text. */
import { once } from "../../../text/once.js";
import { type Layer, layerOf } from "../../read/layers/layer.js";

/** The layer with `text` in place of its own. */
export function rewritten(
  { scope, file, document }: Layer,
  text: string,
  sha256: (bytes: Uint8Array) => string,
): Layer {
  const bytes = new TextEncoder().encode(text);
  const identity = { scope, file, sha256: once(() => sha256(bytes)) };
  return layerOf(document.source.file, bytes, document.format, identity);
}
