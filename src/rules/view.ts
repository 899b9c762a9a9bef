/** What rules see of a configuration, made from its layers. */

import { inherit } from "../configuration/inherit.js";
import { type Resolved, resolve } from "../configuration/resolve.js";
import type { Scope } from "../diagnostic/diagnostic.js";
import { type Json, valueAt, withoutPrototypes } from "../document/node.js";
import type { FileKind } from "../host/host.js";
import type { Catalog } from "../layers/catalog.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { placesIn } from "../schema/places.js";
import { commandsAllowed } from "../substitution/find.js";
import { type Path, toPointer } from "../text/path.js";
import { literalOf } from "../text/scan.js";
import { suggest } from "../text/suggest.js";
import type { Config, Section, View } from "./rule.js";

/** What is known beside the layers. */
export interface Knowledge {
  readonly catalog?: Catalog | undefined;
  /** What lies at a path relative to the project; absent when there is no place to look at. */
  readonly kindOf?: ((path: string) => FileKind | undefined) | undefined;
}

/** A view, and where the values it shows are written. */
export interface PlacedView extends View {
  /** The layers merged, and nothing else. */
  readonly merged: Json;
  /** The layer and path where a value is written; another path when a model inherited it. With `scope`, in that layer. */
  written(path: Path, scope?: Scope): { readonly layer: Layer; readonly path: Path } | undefined;
  /** Whether there is a value at a path in the files. */
  isWritten(path: Path): boolean;
}

/** `loaded`: the configuration with its substitutions resolved; without it, texts that hold any are not judged. */
export function viewOf(layers: readonly Layer[], { catalog: known, kindOf }: Knowledge, loaded?: Json): PlacedView {
  const catalog = withoutPrototypes(known);
  const resolved = resolve(layers);
  const { value, from, cycles } = inherit(resolved.value, catalog);
  const sources = new Map(from.map(({ path, source }) => [toPointer(path), source]));
  const sourceOf = (path: Path): Path => sources.get(toPointer(path)) ?? path;
  const config = withoutPrototypes(loaded ?? value);
  const isWhole = layers.every(({ root }) => root !== undefined);
  const inert = !commandsAllowed(layerOfScope(layers, "global")?.value);
  const isWritten = (path: Path): boolean => valueAt(resolved.value, sourceOf(path)) !== undefined;
  const rank = (path: Path): number => {
    const origin = isWritten(path) ? resolved.origin(sourceOf(path)) : undefined;
    return origin === undefined ? -1 : layers.indexOf(origin);
  };
  const mistakes = mistakesOf(resolved);
  const names = namesOf(layers, catalog);
  return {
    merged: resolved.value,
    config: config as Config,
    places: placesIn(loaded ?? resolved.value),
    layers: layers.map(({ scope, value: own }) => ({ scope, places: placesIn(own ?? {}, resolved.value) })),
    cycles,
    catalog,
    text: (path) => {
      const written = valueAt(config, path);
      return typeof written !== "string" || loaded !== undefined ? textIn(written) : literalOf(written);
    },
    spelling: (path) => {
      const written = textIn(valueAt(config, path));
      if (written === undefined || loaded !== undefined) return written;
      return literalOf(written, inert || resolved.origin(sourceOf(path))?.scope === "project");
    },
    lacks: (path) => isWhole && valueAt(config, path) === undefined && !mistakes.near(path),
    names,
    isUnknown: (section, name) => isWhole && !names(section).has(name),
    scope: (path) => resolved.origin(sourceOf(path))?.scope,
    newestFirst: (...paths) => paths.toSorted((a, b) => rank(b) - rank(a)),
    kindOf: (path) => (kindOf === undefined ? "unknown" : kindOf(path)),
    written: (path, scope) => {
      const source = scope === undefined ? sourceOf(path) : path;
      const layer = scope === undefined ? resolved.origin(source) : layerOfScope(layers, scope);
      return layer && { layer, path: source };
    },
    isWritten,
  };
}

function textIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What somebody wrote that does not fit: it has been reported, so nothing is said to be missing in its place. */
function mistakesOf({ shadowed }: Resolved): { near(path: Path): boolean } {
  const unfit = shadowed.filter(({ why }) => why === "unfit").map(({ path }) => path);
  const places = new Set(unfit.map(toPointer));
  const siblings = new Map<string, string[]>();
  for (const path of unfit) {
    const parent = toPointer(path.slice(0, -1));
    const keys = siblings.get(parent) ?? [];
    keys.push(String(path.at(-1)));
    siblings.set(parent, keys);
  }
  return {
    near: (path) =>
      path.some((_, index) => places.has(toPointer(path.slice(0, index)))) ||
      (siblings.get(toPointer(path.slice(0, -1))) ?? []).some((key) => suggest(key, [String(path.at(-1))]).length > 0),
  };
}

function namesOf(layers: readonly Layer[], catalog: Catalog | undefined): View["names"] {
  const known = new Map<Section, ReadonlySet<string>>();
  return (section) => {
    const found = known.get(section);
    if (found !== undefined) return found;
    const names = new Set(section === "models" ? Object.keys(catalog?.models ?? {}) : []);
    for (const { root } of layers) {
      const node = root?.entries.get(section)?.value;
      if (node?.kind === "mapping") for (const name of node.entries.keys()) names.add(name);
    }
    known.set(section, names);
    return names;
  };
}
