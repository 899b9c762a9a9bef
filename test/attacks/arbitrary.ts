/** Layers to set against each other: a user's that is in order, and a project's that need not be. */
import fc from "fast-check";
import type { Json } from "../../src/document/node.js";
import type { Path } from "../../src/path.js";
import { configShape, keyShape, type Shape, variantOf } from "../../src/schema/shape.js";
import { configArbitrary, jsonArbitrary } from "../properties/arbitrary.js";
import { almostConfigArbitrary, formatArbitrary, soupArbitrary } from "../properties/garbled.js";
import { type Spelling, spellingArbitrary } from "../properties/spelling.js";
import type { JsonObject } from "./place.js";

/** The keys that are the user's alone (spec 1). */
export const GLOBAL_ONLY = ["data", "updates", "telemetry", "config_command_substitution"] as const;

/** Holds what must be seen nowhere, and what must not be looked at again. */
export const ENV = { SET: "CANARY $(evil) ${EVIL} $${X}", EMPTY: "" };

/** What every command prints, apart from its newline. */
export const answer = (command: string): string => `CANARY of <${command}> $(evil) \${EVIL}\n`;

const printed = (command: string): string => answer(command).slice(0, -1);

/** Texts of the user, and what each comes to when commands run. */
export const OWN_TEXTS: ReadonlyMap<string, string> = new Map([
  ["$(own one)", printed("own one")],
  ["a$(own two)b$(own three)c", `a${printed("own two")}b${printed("own three")}c`],
  ["[${SET}]", `[${ENV.SET}]`],
  ["${SET}${EMPTY}${SET}", `${ENV.SET}${ENV.SET}`],
  ["${SET:-own four}", ENV.SET],
  ["${EMPTY:-own five}", printed("own five")],
  ["${UNSET:-own six}", printed("own six")],
  ["$$(own seven) $${own} $own", "$(own seven) ${own} $own"],
]);

/** Texts of a project; no command in them may run. */
export const FOREIGN_TEXTS: readonly string[] = [
  ...["$(touch M)", "a$(touch M)b", "${UNSET:-touch M}", "${SET:-touch M}", "${SET}", "$$(touch M)"],
  ...["${SET:=x}", "$((1))", "$(touch M", "${SET:-}"],
];

export interface Place {
  readonly path: Path;
  readonly value: Json;
  /** Undefined where the schema says nothing. */
  readonly shape: Shape | undefined;
}

/** Every value inside a configuration, with its shape. */
export function* placesOf(value: Json, shape: Shape | undefined = configShape, path: Path = []): Generator<Place> {
  yield { path, value, shape };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* placesOf(item, shape?.items, [...path, index]);
  } else if (isObject(value)) {
    const variant = shape && variantOf(shape, shape.tag && value[shape.tag.key]);
    for (const [key, child] of Object.entries(value)) {
      yield* placesOf(child, variant && keyShape(variant, key), [...path, key]);
    }
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value with another one at a path; undefined takes it out. */
export function put(value: Json, [step, ...rest]: Path, child: Json | undefined): Json {
  if (step === undefined) return child ?? null;
  const entries = Object.entries(Object(value)).flatMap(([key, old]): [string, Json][] => {
    if (key !== String(step)) return [[key, old as Json]];
    if (rest.length === 0) return child === undefined ? [] : [[key, child]];
    return [[key, put(old as Json, rest, child)]];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** An object that holds nothing but a value at a path. */
export const only = (path: Path, value: Json): Json =>
  path.reduceRight<Json>((inner, step) => ({ [String(step)]: inner }), value);

/** Whether a string may be any text. */
const isFree = ({ value, shape }: Place): boolean =>
  typeof value === "string" && shape?.values === undefined && shape?.pattern === undefined;

/** A valid configuration of version 3 in which nothing is substituted. */
export const plainArbitrary: fc.Arbitrary<JsonObject> = configArbitrary().map((config) => {
  const dollars = [...placesOf(config)].filter(({ value }) => typeof value === "string" && /\$[({]/.test(value));
  const plain = dollars.reduce(
    (filled, { path, value }) => put(filled, path, String(value).replaceAll("$", "S")),
    config,
  );
  return { ...Object(plain), version: 3 };
});

function withTexts(config: JsonObject, texts: Iterable<string>): fc.Arbitrary<JsonObject> {
  const free = [...placesOf(config)].filter(isFree);
  const chosen = fc.tuple(fc.subarray(free), fc.infiniteStream(fc.constantFrom(...texts)));
  return chosen.map(([places, stream]) =>
    Object(places.reduce<Json>((filled, { path }) => put(filled, path, stream.next().value ?? ""), config)),
  );
}

const NAMES = ["m", "n", "m\0request_option_defaults"];

/** Models that inherit from each other and from themselves, across layers; the name of one reads like a path. */
function modelsArbitrary(texts: Iterable<string>): fc.Arbitrary<JsonObject> {
  const text = fc.constantFrom(...texts);
  const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
  const model = fc.record({
    inherits: maybe(fc.constantFrom(...NAMES)),
    class: maybe(fc.constantFrom("full", "mini")),
    provider_name: maybe(text),
    context_window: maybe(fc.nat(9)),
    request_option_defaults: maybe(fc.record({ class: maybe(text), provider_name: maybe(text) })),
  });
  const models = fc.record(Object.fromEntries(NAMES.map((name) => [name, maybe(model)])));
  return models.map((found) => JSON.parse(JSON.stringify(found)));
}

/** Two layers that hold nothing but models; commands run. */
export const modelPairArbitrary: fc.Arbitrary<readonly [user: JsonObject, project: JsonObject]> = fc
  .tuple(modelsArbitrary(OWN_TEXTS.keys()), modelsArbitrary(FOREIGN_TEXTS))
  .map(([own, foreign]) => [
    { version: 3, config_command_substitution: true, models: own },
    { version: 3, models: foreign },
  ]);

/** A global layer without a mistake; commands are on or off in it. */
export const userArbitrary: fc.Arbitrary<JsonObject> = fc
  .record({
    config: plainArbitrary,
    on: fc.boolean(),
    models: fc.option(modelsArbitrary(OWN_TEXTS.keys()), { nil: undefined }),
    endpoint: fc.constantFrom(...OWN_TEXTS.keys()),
  })
  .chain(({ config, on, models, endpoint }) =>
    withTexts(
      { ...config, config_command_substitution: on, telemetry: { endpoint }, ...(models && { models }) },
      OWN_TEXTS.keys(),
    ),
  );

const ODD_VALUES: readonly Json[] = [
  ...FOREIGN_TEXTS,
  ...[null, true, false, 0, -1, 1.5, "", "text", [], {}, [null], { a: null }, "stdio", "http", "no_auth", "static_key"],
];

/** A project's layer made of the user's own: values replaced, keys taken away, the user's keys set. */
function overArbitrary(user: JsonObject): fc.Arbitrary<JsonObject> {
  const without = Object.fromEntries(Object.entries(user).filter(([key]) => !GLOBAL_ONLY.some((name) => name === key)));
  const change = fc.tuple(fc.nat(), fc.option(fc.constantFrom(...ODD_VALUES), { nil: undefined }));
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) =>
    Object(
      changes.reduce<Json>((filled, [index, value]) => {
        const places = [...placesOf(filled)].slice(1);
        const place = places[index % Math.max(places.length, 1)];
        return place === undefined ? filled : put(filled, place.path, value);
      }, without),
    ),
  );
}

const globalOnlyArbitrary: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom(...GLOBAL_ONLY),
  fc.oneof(
    jsonArbitrary,
    fc.constant(true),
    fc.constant({ enabled: true, endpoint: "https://evil.test", channel: "evil" }),
  ),
  { noNullPrototype: true },
);

/** A project's layer of any kind that can be read. */
function readableArbitrary(user: JsonObject): fc.Arbitrary<Spelling> {
  const own = plainArbitrary.chain((config) => withTexts(config, FOREIGN_TEXTS));
  return fc
    .tuple(
      fc.oneof(own, overArbitrary(user)),
      globalOnlyArbitrary,
      fc.option(modelsArbitrary(FOREIGN_TEXTS), { nil: undefined }),
    )
    .chain(([config, more, models]) => spellingArbitrary({ ...config, ...more, ...(models && { models }) }));
}

export interface Pair {
  readonly user: JsonObject;
  readonly global: Spelling;
  readonly project: Spelling;
}

/** A user's layer in order, and any project. */
export const pairArbitrary: fc.Arbitrary<Pair> = userArbitrary.chain((user) =>
  fc.record({
    user: fc.constant(user),
    global: spellingArbitrary(user),
    project: fc.oneof(
      { weight: 4, arbitrary: readableArbitrary(user) },
      almostConfigArbitrary,
      fc.record({ text: soupArbitrary, format: formatArbitrary }),
    ),
  }),
);
