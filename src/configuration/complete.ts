/** What is left of a merged configuration when everything that lacks a required key is taken out. */
import type { Json } from "../document/node.js";
import { keyShape, type Shape, variantOf } from "../schema/shape.js";

/** The value without incomplete objects; undefined when it is incomplete itself. The lack has been reported where it arose. */
export function onlyComplete(value: Json, shape: Shape): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || shape.schema["x-opaque"]) return value;
  const object = value as { readonly [key: string]: Json };
  const variant = variantOf(shape, shape.tag && object[shape.tag.key]);
  if (variant === undefined) return undefined;
  const entries = Object.entries(object).flatMap(([key, child]): [string, Json][] => {
    const childShape = keyShape(variant, key);
    const kept = childShape && onlyComplete(child, childShape);
    return kept === undefined ? [] : [[key, kept]];
  });
  const result = Object.fromEntries(entries);
  return (variant.schema.required ?? []).every((key) => Object.hasOwn(result, key)) ? result : undefined;
}
