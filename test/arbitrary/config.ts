/** Valid configurations of moderate size, made from the schema's own shapes. A new key in the schema is generated at once. */
import fc from "fast-check";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { TypeName } from "../../src/toolkit/read/schema/schema-node.js";
import { configShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { CHARACTER } from "./character.js";

const AWKWARD_TEXTS = [
  "",
  " ",
  "null",
  "true",
  "no",
  "~",
  "1",
  "0x1",
  "1e3",
  "a: b",
  "a #b",
  "- a",
  "? a",
  "&a",
  "*a",
  "!a",
];

/** Any Unicode text without lone surrogates, control characters included, and texts that YAML might take for something else. */
const textArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: CHARACTER, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..." \n\r\t\\\"'#:-,[]{}a"), maxLength: 12 }),
  fc.constantFrom(...AWKWARD_TEXTS),
);

const ODD_NAMES = [
  "acme/big-1.5",
  "constructor",
  "toString",
  "a.b",
  "a b",
  "~0/~1",
  "名前 é",
  "\u{1f600}",
  "\u202e",
  "\u007f",
];

/** Names of map entries. Two names mean something else in a file (S7, S8). */
export const nameArbitrary: fc.Arbitrary<string> = fc
  .oneof(fc.constantFrom(...ODD_NAMES), textArbitrary)
  .filter((name) => name !== "__proto__" && name !== "<<");

/** Numbers that load exactly. */
const numberArbitrary = fc
  .oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value));

/** Any value that a file can hold without a remark, where the schema says nothing. */
export const jsonArbitrary: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(fc.constant(null), fc.boolean(), numberArbitrary, textArbitrary),
    fc.array(tie("value"), { maxLength: 3 }),
    mapOf(nameArbitrary, tie("value")),
  ),
})).value;

/** Whole configurations that the schema accepts. */
export function configArbitrary(): fc.Arbitrary<Json> {
  return valid;
}

function mapOf(name: fc.Arbitrary<string>, value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.uniqueArray(fc.tuple(name, value), { maxLength: 3, selector: ([key]) => key }).map(Object.fromEntries);
}

function fitting(shape: Shape): fc.Arbitrary<Json> {
  if (shape.types === undefined) return jsonArbitrary;
  return fc.oneof(...Array.from(shape.types, (type) => ofType(shape, type)));
}

function ofType(shape: Shape, type: TypeName): fc.Arbitrary<Json> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      return shape.values === undefined ? textOf(shape) : fc.constantFrom(...shape.values);
    case "integer":
      return integerOf(shape);
    case "number":
      return shareOf(shape);
    case "array":
      return fc.array(shape.items === undefined ? jsonArbitrary : fitting(shape.items), { maxLength: 3 });
    case "object":
      return shape.tag === undefined ? objectOf(shape) : fc.oneof(...[...shape.tag.variants.values()].map(objectOf));
  }
}

function textOf({ schema, pattern }: Shape): fc.Arbitrary<string> {
  if (pattern !== undefined) {
    return fc.stringMatching(pattern).filter((text) => text.isWellFormed() && text !== "__proto__");
  }
  const most = schema["x-max-bytes"];
  if (most === undefined) return textArbitrary;
  return fc.oneof(textArbitrary, fc.constantFrom("a".repeat(most), "\u{1f600}".repeat(most / 4)));
}

function integerOf({ schema }: Shape): fc.Arbitrary<number> {
  const min = Math.max(schema.minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const max = Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
}

function shareOf({ schema: { minimum, exclusiveMinimum, maximum } }: Shape): fc.Arbitrary<number> {
  const min = exclusiveMinimum ?? minimum ?? -1e9;
  return fc.double({ min, minExcluded: exclusiveMinimum !== undefined, max: maximum ?? 1e9, noNaN: true });
}

function objectOf(shape: Shape): fc.Arbitrary<Json> {
  const required = new Set(shape.schema.required);
  const absent = { arbitrary: fc.constant(undefined), weight: 2 };
  const entries = [...shape.properties].map(([key, child]) => {
    const entry = { arbitrary: fitting(child).map((value) => [key, value] as const), weight: 1 };
    return required.has(key) ? entry.arbitrary : fc.oneof({ withCrossShrink: true }, absent, entry);
  });
  const named = fc.tuple(...entries).map((found) => Object.fromEntries(found.filter((entry) => entry !== undefined)));
  return fc.tuple(restOf(shape), named).map(([rest, known]) => Object.assign({}, rest, known));
}

/** Entries beyond the properties: of a map, or of an object that is open (S26). */
function restOf(shape: Shape): fc.Arbitrary<Json> {
  if (shape.rest !== undefined) {
    return mapOf(shape.names === undefined ? nameArbitrary : textOf(shape.names), fitting(shape.rest));
  }
  const others = nameArbitrary.filter((name) => !shape.properties.has(name));
  return shape.open ? mapOf(others, jsonArbitrary) : fc.constant({});
}

const valid = fitting(configShape);
