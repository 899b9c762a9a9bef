/** Single mistakes made in a valid configuration: each is worth exactly one finding, of a known rule at a known path. */
import fc from "fast-check";
import type { Path } from "../../src/text/path.js";
import { suggest } from "../../src/text/suggest.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { variantOf } from "../../src/toolkit/read/schema/place.js";
import { configShape, keyShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { acceptsType } from "../schema/of-data.js";
import { configArbitrary } from "./config.js";

export interface Mutation {
  readonly rule: string;
  /** Where the finding is expected. */
  readonly path: Path;
  /** The configuration with the mistake in it. */
  readonly config: Json;
}

/** A configuration with one mistake. Every kind of mistake that the configuration allows is equally likely. */
export function mutationArbitrary(): fc.Arbitrary<Mutation> {
  return configArbitrary().chain((config) => {
    const mutations = mutationsOf(config);
    const rules = [...new Set(mutations.map(({ rule }) => rule))];
    return fc
      .constantFrom(...rules)
      .chain((rule) => fc.constantFrom(...mutations.filter((mutation) => mutation.rule === rule)));
  });
}

/** All single mistakes that this file knows to make in a configuration. */
export function mutationsOf(config: Json): readonly Mutation[] {
  return [...inValue(config, configShape, [])];
}

type JsonObject = { readonly [key: string]: Json };

const OF_EVERY_TYPE: readonly Json[] = [null, true, 7, 1.5, "text", "", "yes", [], ["x"], {}, { a: 1 }];
const UNLIKE_ANY_KEY = ["", "q".repeat(24), "constructor", "hasOwnProperty", "a/b~c", "\u202e\u001b[2K", "7"];
const UNLIKE_ANY_VALUE = ["", "q".repeat(24), "constructor", "toString", "\u202e\u001b[2K"];
const OF_NO_FORM = ["", " ", "_", "é", "a b", "X\n"];

/** Yields the mutated value in `config`; each level on the way up puts it into a copy of itself. `isEntry`: of a map (S12). */
function* inValue(value: Json, shape: Shape, path: Path, isEntry = false): Generator<Mutation> {
  if (path.length > 0) {
    const unfit = OF_EVERY_TYPE.filter((other) => !acceptsType(shape, other));
    for (const config of unfit) {
      yield { rule: isEntry && config === null ? "layer/null-entry" : "schema/wrong-type", path, config };
    }
  }
  if (typeof value === "string") yield* inString(shape, path);
  else if (typeof value === "number") yield* inNumber(shape, path);
  else if (isList(value)) yield* inList(value, shape, path);
  else if (typeof value === "object" && value !== null) yield* inObject(value, shape, path);
}

function* inString({ values, pattern, schema }: Shape, path: Path): Generator<Mutation> {
  if (values !== undefined) {
    const rule = schema.const === undefined ? "schema/unknown-value" : "schema/unknown-variant";
    yield* UNLIKE_ANY_VALUE.map((config) => ({ rule, path, config }));
  }
  if (pattern !== undefined) {
    const unfit = OF_NO_FORM.filter((text) => !pattern.test(text));
    yield* unfit.map((config) => ({ rule: schema["x-rule"] ?? "schema/format", path, config }));
  }
  const most = schema["x-max-bytes"];
  if (most !== undefined) yield { rule: "schema/too-long", path, config: `${"é".repeat(most / 2)}.` };
}

function* inNumber({ schema: { minimum, exclusiveMinimum, maximum } }: Shape, path: Path): Generator<Mutation> {
  const outside = [
    ...(minimum === undefined ? [] : [minimum - 1, -1e300]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 0.5]),
    ...(maximum === undefined ? [] : [maximum * 2, 1e300]),
  ];
  yield* outside.map((config) => ({ rule: "schema/out-of-range", path, config }));
}

function* inList(list: readonly Json[], { items }: Shape, path: Path): Generator<Mutation> {
  if (items === undefined) return;
  for (const [index, item] of list.entries()) {
    for (const mutation of inValue(item, items, [...path, index])) {
      yield { ...mutation, config: list.with(index, mutation.config) };
    }
  }
}

function* inObject(object: JsonObject, union: Shape, path: Path): Generator<Mutation> {
  const shape = variantOf(union, union.tag && object[union.tag.key]) ?? union;
  yield* inKeys(object, shape, path);
  for (const [key, value] of Object.entries(object)) {
    const child = keyShape(shape, key);
    if (child === undefined) continue;
    for (const mutation of inValue(value, child, [...path, key], child === shape.rest)) {
      yield { ...mutation, config: { ...object, [key]: mutation.config } };
    }
  }
}

function* inKeys(object: JsonObject, shape: Shape, path: Path): Generator<Mutation> {
  for (const key of shape.schema.required ?? []) {
    const config = Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
    yield { rule: "schema/missing-key", path, config };
  }
  const { names, rest, open, properties } = shape;
  if (rest === undefined && !open) {
    for (const [index, key] of UNLIKE_ANY_KEY.entries()) {
      if (suggest(key, properties.keys()).length > 0) continue;
      const config = { ...object, [key]: OF_EVERY_TYPE[index] ?? null };
      yield { rule: "schema/unknown-key", path: [...path, key], config };
    }
  }
  if (names?.pattern === undefined || rest === undefined) return;
  for (const key of OF_NO_FORM) {
    if (names.pattern.test(key)) continue;
    const rule = names.schema["x-rule"] ?? "schema/format";
    yield { rule, path: [...path, key], config: { ...object, [key]: "text" } };
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
