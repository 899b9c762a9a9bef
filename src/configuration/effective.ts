/** The configuration in effect, before anything is substituted: merged, inherited, with defaults, every value with its origin. */
import { type Json, valueAt } from "../document/node.js";
import type { Catalog } from "../layers/catalog.js";
import type { Layer } from "../layers/layer.js";
import { CURRENT_VERSION } from "../layers/upgrade.js";
import { configShape } from "../schema/shape.js";
import type { Path } from "../text/path.js";
import { onlyComplete } from "./complete.js";
import { withDefaults } from "./defaults.js";
import { inherit } from "./inherit.js";
import { type Resolved, resolve } from "./resolve.js";

/** Where a value in effect is written: a layer, and the path there (another one when a model inherited it). */
export interface Written {
  readonly layer: Layer;
  readonly path: Path;
}

export interface Effective {
  readonly resolved: Resolved;
  /** With defaults, and with the version that is in effect. */
  readonly complete: Json;
  /** Whether there is a value at a path. */
  has(path: Path): boolean;
  /** Undefined for a default, and for a path with nothing in effect. */
  written(path: Path): Written | undefined;
}

export function effective(layers: readonly Layer[], catalog?: Catalog): Effective {
  const resolved = resolve(layers);
  const { value, from } = inherit(onlyComplete(resolved.value, configShape) ?? {}, catalog);
  const sources = new Map(from.map(({ path, source }) => [JSON.stringify(path), source]));
  const complete = withDefaults({ version: CURRENT_VERSION, ...(value as object) }, configShape);
  return {
    resolved,
    complete,
    has: (path) => valueAt(complete, path) !== undefined,
    written: (path) => {
      const source = sources.get(JSON.stringify(path)) ?? path;
      if (valueAt(complete, path) === undefined || valueAt(resolved.value, source) === undefined) return undefined;
      const layer = resolved.origin(source);
      return layer && { layer, path: source };
    },
  };
}
