/** One thing that an editor can offer to do at a place, as neutral data. */

import type { Diagnostic, TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { LayerEdit } from "../layer-edit.js";

export type ActionKind = "fix" | "fix-unsafe" | "suppress-line" | "suppress-file" | "fix-all";

export interface Action {
  readonly kind: ActionKind;
  /** Fit to be shown: of one line, and not too long. */
  readonly title: string;
  /** The findings it is about; none for all of the file. */
  readonly about: readonly Diagnostic[];
  /** The changes, made when they are asked for; none when nothing can be changed after all. */
  readonly edits: () => readonly LayerEdit[];
}

export function layerEdits(layer: Layer, edits: readonly TextEdit[]): readonly LayerEdit[] {
  return edits.map(({ start, end, text }) => ({ layer, span: { start, end }, text }));
}
