/** Which findings are of which layer. */
import type { Diagnostic } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

export function isOf({ scope, document }: Layer, { layer, file }: Diagnostic): boolean {
  return layer === scope && file === document.source.file;
}
