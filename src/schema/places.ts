/** Every value of a configuration beside what the schema says about it. */
import { isObject, type Json, own } from "../document/node.js";
import type { Path } from "../text/path.js";
import { configShape, keyShape, type Shape, variantOf } from "./shape.js";

export interface Place {
  readonly path: Path;
  readonly value: Json;
  readonly shape: Shape;
}

/**
 * The values inside a configuration that the schema knows a place for, in the order of the text; an object before what is in it.
 * `whole`: the merged configuration, where a layer's own tag is missing.
 */
export function placesIn(config: Json, whole: Json = config): readonly Place[] {
  const places: Place[] = [];
  const visit = (value: Json, shape: Shape, path: Path, merged: Json | undefined): void => {
    if (path.length > 0) places.push({ path, value, shape });
    if (Array.isArray(value)) {
      const { items } = shape;
      if (items !== undefined) for (const [index, item] of value.entries()) visit(item, items, [...path, index], item);
    } else if (isObject(value)) {
      const around = isObject(merged) ? merged : value;
      const tag = shape.tag && (own(value, shape.tag.key) ?? own(around, shape.tag.key));
      const variant = variantOf(shape, tag);
      for (const [key, child] of Object.entries(value)) {
        const childShape = variant === undefined ? inAnyVariant(shape, key) : keyShape(variant, key);
        if (childShape !== undefined) visit(child, childShape, [...path, key], own(around, key));
      }
    }
  };
  visit(config, configShape, [], whole);
  return places;
}

/** While the tag is not known, a key means what it means in the first variant that has it. */
function inAnyVariant({ tag }: Shape, key: string): Shape | undefined {
  for (const variant of tag?.variants.values() ?? []) {
    const shape = variant.properties.get(key);
    if (shape !== undefined) return shape;
  }
  return undefined;
}
