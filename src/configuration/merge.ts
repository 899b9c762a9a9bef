/**
 * Lays one layer over what lies below it (S12). Values that do not fit are left out, so that what is below stays in effect:
 *
 *   object over object                 key by key, lower keys first
 *   array or scalar over anything      replaces it
 *   null where null is accepted        unsets: as if no layer had set it
 *   anything that does not fit         ignored
 *   tagged object, same or no tag      key by key; keys of another variant ignored
 *   tagged object, another tag         replaces it, but for the keys that every variant has
 *   plugin value                       replaces it whole
 *   header over header                 names compare without case; the upper spelling wins, and in one layer the first
 */
import { isObject, type Json, type JsonObject, own } from "../document/node.js";
import { accepts } from "../schema/check.js";
import { acceptsType, keyShape, repeatedKeys, type Shape, variantOf } from "../schema/shape.js";
import { type Path, toPointer } from "../text/path.js";

/** Why a value of a layer is not in effect. */
export type Loss =
  /** A higher layer sets it. */
  | "overridden"
  /** A higher layer unsets it with null. */
  | "unset"
  /** A higher layer chose another variant, which has no such key or another value for it. */
  | "other-variant"
  /** It does not fit the schema here. */
  | "unfit";

interface Lost {
  readonly path: Path;
  /** Index of the layer that wrote the value, in the order of the layers. */
  readonly layer: number;
  readonly value: Json;
  readonly why: Loss;
}

export interface Merged {
  /** Undefined when no layer sets anything. */
  readonly value: Json | undefined;
  /** By JSON Pointer of an existing value: the layer it came from. An object came from the lowest layer that has it. */
  readonly origins: ReadonlyMap<string, number>;
  readonly lost: readonly Lost[];
}

/** Merges the values of all layers, the lowest first. */
export function merge(values: readonly Json[], shape: Shape): Merged {
  const merger = new Merger();
  const value = values.reduce<Json | undefined>(
    (lower, upper, layer) => merger.over(lower, upper, shape, [], layer),
    undefined,
  );
  return { value, origins: merger.origins, lost: merger.lost };
}

class Merger {
  readonly origins = new Map<string, number>();
  readonly lost: Lost[] = [];

  /** The value of one place after `upper` is laid over `lower`. */
  over(lower: Json | undefined, upper: Json, shape: Shape, path: Path, layer: number): Json | undefined {
    const isOpaque = shape.schema["x-opaque"] === true;
    if (upper === null && !isOpaque && acceptsType(shape, null)) {
      return this.#unset(lower, shape, path);
    }
    if (isOpaque || !isObject(upper) || !acceptsType(shape, upper)) {
      if (accepts(upper, shape)) return this.#replace(lower, upper, path, layer);
      this.lost.push({ path, layer, value: upper, why: "unfit" });
      return lower;
    }
    if (lower !== undefined && !isObject(lower)) this.#lose(lower, path, "overridden");
    return this.#object(isObject(lower) ? lower : undefined, upper, shape, path, layer);
  }

  /** What null leaves: nothing, or the settings inside that a project has no say in (S4). */
  #unset(lower: Json | undefined, shape: Shape, path: Path): Json | undefined {
    const entries = isObject(lower) ? Object.entries(lower) : [];
    const isKept = (key: string): boolean => shape.properties.get(key)?.schema["x-scope"] === "global";
    const kept = entries.filter(([key]) => isKept(key));
    if (kept.length === 0) {
      this.#lose(lower, path, "unset");
      return undefined;
    }
    for (const [key, value] of entries) if (!isKept(key)) this.#lose(value, [...path, key], "unset");
    return Object.fromEntries(kept);
  }

  #object(lower: JsonObject | undefined, upper: JsonObject, shape: Shape, path: Path, layer: number): Json | undefined {
    const tag = shape.tag?.key;
    const lowerTag = tag === undefined ? undefined : own(lower, tag);
    const writtenTag = tag === undefined ? undefined : own(upper, tag);
    // A tag that is no text chooses nothing; it is left out below like any value that does not fit.
    const upperTag = typeof writtenTag === "string" ? writtenTag : undefined;
    const variant = variantOf(shape, upperTag ?? lowerTag);
    if (variant === undefined) {
      this.lost.push({ path, layer, value: upper, why: "unfit" });
      return lower;
    }
    const base =
      upperTag === undefined || lowerTag === undefined || upperTag === lowerTag
        ? lower
        : this.#common(lower, shape, path);
    if (base === undefined || (tag !== undefined && upperTag !== undefined && upperTag !== lowerTag))
      this.#claim(path, layer);

    const result = new Map<string, Json>(Object.entries(base ?? {}));
    const spellings = variant.schema["x-ignore-case"]
      ? new Map([...result.keys()].map((key) => [key.toLowerCase(), key]))
      : undefined;
    const repeated = repeatedKeys(Object.keys(upper), variant);
    for (const [key, value] of Object.entries(upper)) {
      const child = keyShape(variant, key);
      const at = [...path, key];
      if (child === undefined || !fitsName(variant, key) || repeated.has(key)) {
        this.lost.push({ path: at, layer, value, why: "unfit" });
        continue;
      }
      const other = spellings?.get(key.toLowerCase());
      if (other !== undefined && other !== key && accepts(value, child)) {
        this.#lose(result.get(other), [...path, other], "overridden");
        result.delete(other);
      }
      const merged = this.over(result.get(key), value, child, at, layer);
      if (merged === undefined) result.delete(key);
      else result.set(key, merged);
      spellings?.set(key.toLowerCase(), key);
    }
    return Object.fromEntries(result);
  }

  /** What survives a change of variant: the keys that every variant has, except the tag itself. */
  #common(lower: JsonObject | undefined, shape: Shape, path: Path): JsonObject {
    const variants = [...(shape.tag?.variants.values() ?? [])];
    const survives = ([key]: [string, Json]): boolean =>
      key !== shape.tag?.key && variants.every(({ properties }) => properties.has(key));
    const entries = Object.entries(lower ?? {});
    for (const entry of entries) if (!survives(entry)) this.#lose(entry[1], [...path, entry[0]], "other-variant");
    return Object.fromEntries(entries.filter(survives));
  }

  #replace(lower: Json | undefined, upper: Json, path: Path, layer: number): Json {
    this.#lose(lower, path, "overridden");
    this.#claim(path, layer);
    return upper;
  }

  #claim(path: Path, layer: number): void {
    this.origins.set(toPointer(path), layer);
  }

  #lose(value: Json | undefined, path: Path, why: Loss): void {
    if (value === undefined) return;
    this.lost.push({ path, layer: this.origins.get(toPointer(path)) ?? 0, value, why });
    this.#forget(value, toPointer(path));
  }

  #forget(value: Json, pointer: string): void {
    this.origins.delete(pointer);
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(value)) this.#forget(child, `${pointer}${toPointer([key])}`);
  }
}

function fitsName(shape: Shape, key: string): boolean {
  return shape.names?.pattern === undefined || shape.names.pattern.test(key);
}
