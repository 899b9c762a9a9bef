/** Whether a value may be shown at its place: what the schema marks as secret may not, nor what it cannot vouch for. */
import type { Scalar } from "../document/node.js";
import { fitsType } from "../schema/fits.js";
import type { ScalarPlace } from "../schema/place.js";
import { configShape, type Shape } from "../schema/shape.js";

/** Whether a value may be shown at a place; where the schema knows no such place, only what is no secret anywhere. */
export function mayShow(place: ScalarPlace, shape: Shape | undefined = place.shape): boolean {
  const { value } = place;
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string" && (isSchemaWord(value) || isReference(value))) return true;
  if (shape === undefined || shape.types === undefined) return false;
  return !holdsSecret(shape) || (fitsType(place, shape) && shape.schema["x-secret"] !== true);
}

/** Whether a value is a variable and nothing else: its name says nothing of its value. */
function isReference(value: Scalar["value"]): boolean {
  return typeof value === "string" && /^\$\{[A-Za-z_]\w*\}$/.test(value);
}

const secretShapes = new WeakMap<Shape, boolean>();

/** Whether a shape is secret or has something secret inside. */
export function holdsSecret(shape: Shape): boolean {
  const known = secretShapes.get(shape);
  if (known !== undefined) return known;
  const holds = shape.schema["x-secret"] === true || partsOf(shape).some(holdsSecret);
  secretShapes.set(shape, holds);
  return holds;
}

let vocabulary: ReadonlySet<string> | undefined;

/** Whether a name or value is one that the schema itself uses: such a word is nobody's secret. */
export function isSchemaWord(word: string): boolean {
  vocabulary ??= new Set(["true", "false", "null", ...wordsOf(configShape)]);
  return vocabulary.has(word);
}

function* wordsOf(shape: Shape): Generator<string> {
  yield* shape.values ?? [];
  yield* shape.properties.keys();
  for (const part of partsOf(shape)) yield* wordsOf(part);
}

function partsOf({ rest, items, properties, tag }: Shape): readonly Shape[] {
  const parts = [rest, items, ...properties.values(), ...(tag?.variants.values() ?? [])];
  return parts.filter((part) => part !== undefined);
}
