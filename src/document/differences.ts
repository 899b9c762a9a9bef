/** Where two values differ. */
import type { Path } from "../text/path.js";
import { isObject, type Json, own } from "./node.js";

/** Paths of the smallest values that differ; lists count as one value. */
export function differences(before: Json | undefined, after: Json | undefined, path: Path = []): readonly Path[] {
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(own(before, key), own(after, key), [...path, key]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
}
