/** All layers as one configuration in which every value knows where it came from. A view: the layers stay as they are. */
import { type Json, toValue } from "../document/node.js";
import type { Layer } from "../layers/layer.js";
import { configShape } from "../schema/shape.js";
import { type Path, toPointer } from "../text/path.js";
import { type Loss, merge } from "./merge.js";

/** A value of a layer that is not in effect. */
export interface Shadowed {
  readonly path: Path;
  readonly layer: Layer;
  readonly value: Json;
  readonly why: Loss | "global-only";
}

export interface Resolved {
  /** Lowest first; unusable ones included. */
  readonly layers: readonly Layer[];
  /** The merged value: no nulls (S15), nothing that does not fit, no defaults yet. */
  readonly value: Json;
  /** The layer that a value comes from: of the value itself or of the nearest thing around it. */
  origin(path: Path): Layer | undefined;
  readonly shadowed: readonly Shadowed[];
}

/** `version` says how to read a file; it is no part of what the file says (S10). */
function withoutVersion(value: Json): Json {
  const { version: _, ...rest } = value as { readonly [key: string]: Json };
  return rest;
}

/** What a project says and may not say (S11). */
function outOfScope(layer: Layer): readonly Shadowed[] {
  const { scope, document, root } = layer;
  if (scope !== "project" || document.root === undefined) return [];
  const removed = Array.from(document.root.entries).filter(([key]) => !root?.entries.has(key));
  return removed.map(([key, { value }]) => ({ path: [key], layer, value: toValue(value), why: "global-only" }));
}

/** Merges layers, the lowest first. */
export function resolve(layers: readonly Layer[]): Resolved {
  const usable = layers.filter((layer) => layer.value !== undefined);
  const values = usable.map(({ value }) => withoutVersion(value ?? {}));
  const { value, origins, lost } = merge(values, configShape);
  return {
    layers,
    value: value ?? {},
    origin: (path) => {
      for (let length = path.length; length >= 0; length -= 1) {
        const index = origins.get(toPointer(path.slice(0, length)));
        if (index !== undefined) return usable[index];
      }
      return undefined;
    },
    shadowed: [
      ...lost.flatMap(({ path, layer, value: lostValue, why }): readonly Shadowed[] => {
        const from = usable[layer];
        return from === undefined ? [] : [{ path, layer: from, value: lostValue, why }];
      }),
      ...usable.flatMap(outOfScope),
    ],
  };
}
