/** The places of values in the files. */
import type { Path } from "../../text/path.js";
import { definitionOf, type Setting } from "../../toolkit/mean/configuration/setting.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { definitionPosition } from "../place-name.js";

export interface Spot {
  readonly layer: Scope;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Source = Spot | { readonly layer: "default" | "catalog" };

export function spotOf(layer: Layer, path: Path): Spot {
  const { line, column } = definitionPosition({ layer, path });
  return { layer: layer.scope, file: layer.document.source.file, line, column };
}

export function sourceOf(setting: Setting | undefined, at: Path): Source {
  const definition = setting && definitionOf(setting, at);
  if (definition !== undefined) return spotOf(definition.layer, definition.path);
  return { layer: setting?.source === "catalog" ? "catalog" : "default" };
}
