/** Bodies and records as their schemas have them, and such with one mistake. */
import fc from "fast-check";
import type { Node, Protocol } from "../generate/protocol/bundle.js";

type Definitions = Protocol["definitions"];

/** Something that fits a definition; unknown fields are among it. */
export function fitting(name: string, definitions: Definitions): fc.Arbitrary<unknown> {
  const known = made.get(definitions) ?? new Map<string, fc.Arbitrary<unknown>>();
  made.set(definitions, known);
  const own = known.get(name) ?? ofSchema(definitions[name] ?? {}, definitions);
  known.set(name, own);
  return own;
}

/** Of each definition that has been asked for: it takes longer to make than most tests to run. */
const made = new WeakMap<Definitions, Map<string, fc.Arbitrary<unknown>>>();

/** The same with one value replaced, removed or added anywhere in it. Now and then it fits all the same. */
export function nearly(name: string, definitions: Definitions): fc.Arbitrary<unknown> {
  return fc
    .tuple(fitting(name, definitions), fc.nat(), fc.constantFrom(...STRANGE), fc.nat(2))
    .map(([value, place, strange, how]) => {
      const copy: Holder = structuredClone({ value });
      const places = placesIn(copy);
      const [holder, key] = places[place % places.length] ?? [copy, "value"];
      if (how === 0 && !Array.isArray(holder)) delete holder[key];
      else if (how === 1) holder["more"] = strange;
      else holder[key] = strange;
      return copy["value"];
    });
}

const STRANGE = [
  ...[null, true, false, 0, 1, -1, 1.5, 600, 399, 2 ** 53, Number.MAX_VALUE],
  ...["", "x", "é".repeat(128), "👍".repeat(128), "👍".repeat(129), "x".repeat(129)],
  ...[
    "2026-13-01T00:00:00.000Z",
    "2026-01-01T00:00:00Z",
    "frame",
    "reset",
    "item_delta",
    "later",
    "captured",
    "prompt",
  ],
  ...["a".repeat(64), "A".repeat(64), "0f0f0f0f-0000-0000-0000-0F0F0F0F0F0F", "-a", "a\n", "YQ==", "Y===Q"],
  ...[[], [[]], ["a", "a"], {}, { kind: "later" }, { unavailable: true, reason: "lost" }],
];

const character = fc.constantFrom(...'ab0 -_"\\\n\0', "é", "€", "😀");

const anything = fc.jsonValue({ maxDepth: 2, depthSize: "xsmall" });

type Holder = Record<string, unknown>;

function placesIn(holder: Holder): readonly (readonly [Holder, string])[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    [holder, key] as const,
    ...(typeof value === "object" && value !== null ? placesIn(value as Holder) : []),
  ]);
}

function ofSchema(schema: Node, definitions: Definitions): fc.Arbitrary<unknown> {
  const { $ref, type, const: only, enum: values, oneOf, anyOf, not } = schema;
  const inner = (one: unknown): fc.Arbitrary<unknown> => ofSchema(one as Node, definitions);
  if ($ref !== undefined) return fitting(String($ref).replace("#/$defs/", ""), definitions);
  if (only !== undefined) return fc.constant(only);
  if (values !== undefined) return fc.constantFrom(...(values as unknown[]));
  if (oneOf !== undefined || anyOf !== undefined) return fc.oneof(...((oneOf ?? anyOf) as unknown[]).map(inner));
  if (type === undefined) return anything;
  if (not !== undefined) return fc.constant("later");
  return fc.oneof(...([type].flat() as string[]).map((one) => ofType(one, schema, definitions)));
}

function ofType(type: string, schema: Node, definitions: Definitions): fc.Arbitrary<unknown> {
  const {
    pattern,
    minLength = 0,
    maxLength = 12,
    minimum = 0,
    maximum = 2 ** 53 - 1,
  } = schema as Record<string, number>;
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") return fc.integer({ min: minimum, max: maximum });
  if (type === "string" && pattern !== undefined) return fc.stringMatching(new RegExp(String(pattern), "u"));
  if (type === "string") return fc.string({ minLength, maxLength, unit: character });
  if (type === "array") return ofArray(schema, definitions);
  return ofObject(schema, definitions);
}

function ofArray({ items = {}, minItems = 0, uniqueItems }: Node, definitions: Definitions): fc.Arbitrary<unknown> {
  const one = ofSchema(items as Node, definitions);
  const constraints = { minLength: Number(minItems), maxLength: 3 };
  return uniqueItems === true ? fc.uniqueArray(one, constraints) : fc.array(one, constraints);
}

function ofObject(schema: Node, definitions: Definitions): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const known = Object.entries(properties as Node).map(
    ([name, one]) => [name, ofSchema(one as Node, definitions)] as const,
  );
  const whole = fc.record<Holder>(Object.fromEntries(known), {
    requiredKeys: [...(required as string[])],
    noNullPrototype: true,
  });
  return fc
    .tuple(
      whole,
      fc.option(additionalProperties === true ? anything : ofSchema(additionalProperties as Node, definitions), {
        freq: 8,
      }),
    )
    .map(([value, more]) => (more === null ? value : { ...(value as object), "x-later": more }));
}
