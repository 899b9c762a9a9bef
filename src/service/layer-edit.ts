/** A change of the text of a layer. */
import type { Span } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../toolkit/read/layers/layer.js";

export interface LayerEdit {
  readonly layer: Layer;
  readonly span: Span;
  readonly text: string;
}
