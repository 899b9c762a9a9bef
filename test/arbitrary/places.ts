/** Every place of a configuration that the schema knows, values for it, and plain data with other values in places. */
import fc from "fast-check";
import type { Path } from "../../src/text/path.js";
import { isObject, type Json, type JsonObject } from "../../src/toolkit/read/document/data.js";
import { variantOf } from "../../src/toolkit/read/schema/place.js";
import type { TypeName } from "../../src/toolkit/read/schema/schema-node.js";
import { configShape, keyShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { jsonArbitrary, nameArbitrary } from "./config.js";

export interface Place {
  readonly path: Path;
  readonly shape: Shape;
  /** Undefined where there could be something. */
  readonly value: Json | undefined;
}

/** Every value of a configuration, and everything beside and below one that the schema would know. */
export function placesOf(config: Json): Generator<Place> {
  return placesIn(config, configShape, []);
}

function* placesIn(value: Json, shape: Shape | undefined, path: Path): Generator<Place> {
  if (shape === undefined) return;
  if (path.length > 0) yield { path, shape, value };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* placesIn(item, shape.items, [...path, index]);
  } else if (isObject(value)) {
    const variant = variantOf(shape, shape.tag && value[shape.tag.key]);
    for (const [key, child] of Object.entries(value)) {
      yield* placesIn(child, variant && keyShape(variant, key), [...path, key]);
    }
    if (variant !== undefined) yield* freeIn(value, variant, path);
  }
}

/** Places of nothing, two levels deep: what is in the way is made. */
function* freeIn(value: JsonObject, { properties, rest }: Shape, path: Path, isDeep = false): Generator<Place> {
  const names: readonly (readonly [string, Shape])[] = rest === undefined ? [] : [["a new/name", rest]];
  for (const [key, shape] of [...properties, ...names]) {
    if (Object.hasOwn(value, key)) continue;
    yield { path: [...path, key], shape, value: undefined };
    if (!isDeep) yield* freeIn({}, shape, [...path, key], true);
  }
}

/** The data with another value at a path, a new name last; undefined takes it out. Mappings that lack on the way are made. */
export function changed(data: Json | undefined, [step, ...rest]: Path, value: Json | undefined): Json {
  if (Array.isArray(data)) {
    return data.flatMap((item: Json, index) => {
      if (index !== Number(step)) return [item];
      if (rest.length > 0) return [changed(item, rest, value)];
      return value === undefined ? [] : [value];
    });
  }
  const entries = Object.entries(isObject(data) ? data : {});
  const at = entries.findIndex(([key]) => key === String(step));
  const old = entries[at]?.[1];
  const now = rest.length > 0 ? changed(old, rest, value) : value;
  const fresh: [string, Json][] = now === undefined ? [] : [[String(step), now]];
  return Object.fromEntries(at === -1 ? [...entries, ...fresh] : entries.toSpliced(at, 1, ...fresh));
}

const TEXTS = [
  ...[
    "",
    " ",
    "light",
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
    "%a",
  ],
  ...[
    "a\nb",
    "a\n",
    " a",
    "\ta",
    "${K}",
    "$(cat k)",
    'it\'s "x" \\ y',
    "{a}",
    "[a]",
    "a, b",
    "@a",
    "`a`",
    "---",
    "\ufeff",
  ],
  ...["\u0085\u2028\u2029", "\u{1f600}", "é", "\u0000\u001b\u007f"],
];

/** Values that a place of a shape takes by its type, with many that have to be quoted. */
export function fitting(shape: Shape): fc.Arbitrary<Json> {
  if (shape.types === undefined) return jsonArbitrary;
  return fc.oneof(...Array.from(shape.types, (type) => ofType(shape, type)));
}

function ofType(shape: Shape, type: TypeName): fc.Arbitrary<Json> {
  const { values, items, tag, schema } = shape;
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      return fc.constantFrom(...(values ?? TEXTS));
    case "integer":
      return fc.maxSafeNat().map((value) => value % ((schema.maximum ?? Number.MAX_SAFE_INTEGER) + 1));
    case "number":
      return fc.double({ min: 0, max: schema.maximum ?? 1e300, noNaN: true });
    case "array":
      return fc.array(items === undefined ? jsonArbitrary : fitting(items), { maxLength: 3 });
    case "object":
      return tag === undefined ? objectOf(shape) : fc.oneof(...Array.from(tag.variants.values(), objectOf));
  }
}

function objectOf({ properties, rest, schema }: Shape): fc.Arbitrary<Json> {
  const required = [...properties].filter(([key]) => schema.required?.includes(key));
  const named = fc.record(Object.fromEntries(required.map(([key, child]) => [key, fitting(child)])));
  const others = rest === undefined ? fc.constant({}) : fc.dictionary(nameArbitrary, fitting(rest), { maxKeys: 2 });
  return fc.tuple(named, others).map(([known, more]): Json => JSON.parse(JSON.stringify({ ...known, ...more })));
}
