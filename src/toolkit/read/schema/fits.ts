/** Whether the schema accepts a value: yes or no. `check` reports what is wrong, and where. */
import { someEntry } from "../../../text/entries.js";
import { literalOf } from "../../../text/scan.js";
import { isInWidth } from "./exact.js";
import type { Place, ScalarPlace } from "./place.js";
import type { TypeName } from "./schema-node.js";
import { repeatedKeys, type Shape } from "./shape.js";

/** The JSON type of a place; whole numbers are integers, however they are written (S9). */
export function typeAt(place: Place): TypeName {
  if (place.kind !== "scalar") return place.kind === "list" ? "array" : "object";
  const { value } = place;
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "string" | "boolean";
}

/** Whether a shape accepts values of a place's type. Infinity and NaN have no JSON type and fit nowhere. */
export function fitsType(place: Place, { types }: Shape): boolean {
  if (place.kind === "scalar" && typeof place.value === "number" && !Number.isFinite(place.value)) return false;
  if (types === undefined) return true;
  const type = typeAt(place);
  return types.has(type) || (type === "integer" && types.has("number"));
}

/** Whether a place fits its own shape, with its contents. The result of a substitution is unknown and fits. */
export function fits(place: Place): boolean {
  const { shape } = place;
  if (shape === undefined || !fitsType(place, shape)) return false;
  switch (place.kind) {
    case "scalar":
      return fitsScalar(place, shape);
    case "list":
      return place.items.every((item) => item.shape === undefined || fits(item));
    case "object": {
      const { variant, entries } = place;
      if (variant === undefined || repeatedKeys(entries, variant).size > 0) return false;
      const isWhole = (variant.schema.required ?? []).every((key) => entries.has(key));
      return isWhole && !someEntry(entries, (child, key) => !isName(key, variant) || !fits(child));
    }
  }
}

/** Whether a scalar of the right type fits. */
export function fitsScalar({ value, node }: ScalarPlace, shape: Shape): boolean {
  if (typeof value === "number") return isInRange(value, shape) && isInWidth(node, shape);
  const text = typeof value === "string" ? literalOf(value) : undefined;
  return text === undefined || fitsText(text, shape);
}

/** Whether a shape accepts a text without substitutions. */
export function fitsText(text: string, shape: Shape): boolean {
  return isAllowed(text, shape) && hasForm(text, shape) && !isTooLong(text, shape);
}

export function isAllowed(text: string, { values }: Shape): boolean {
  return values === undefined || values.includes(text);
}

export function hasForm(text: string, { pattern }: Shape): boolean {
  return pattern === undefined || pattern.test(text);
}

export function isTooLong(text: string, { schema }: Shape): boolean {
  const most = schema["x-max-bytes"];
  return most !== undefined && text.length * MOST_BYTES > most && byteLength(text) > most;
}

/** The most UTF-8 bytes of one UTF-16 unit. */
const MOST_BYTES = 3;

/** The length of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function isInRange(value: number, { schema: { minimum, exclusiveMinimum, maximum, format } }: Shape): boolean {
  const most = format === "uint64" ? 2 ** 64 : maximum;
  return (
    (minimum === undefined || value >= minimum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (most === undefined || value <= most)
  );
}

/** Whether an object of this shape accepts a key as a name. */
export function isName(key: string, { names }: Shape): boolean {
  return names === undefined || hasForm(key, names);
}
