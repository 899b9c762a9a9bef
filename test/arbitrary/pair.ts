/** Layers to set against each other: a user's that is in order, and a project's that need not be. */
import fc from "fast-check";
import type { Path } from "../../src/text/path.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { variantOf } from "../../src/toolkit/read/schema/place.js";
import { configShape, keyShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { configArbitrary, jsonArbitrary } from "./config.js";
import { almostConfigArbitrary, formatArbitrary, soupArbitrary } from "./garbled.js";
import { mended } from "./mended.js";
import { isObject, type JsonObject, put } from "./plain.js";
import { type Spelling, spellingArbitrary } from "./spelling.js";

const GLOBAL_ONLY: readonly string[] = ["data", "updates", "telemetry", "config_command_substitution"];

/** Whether a key is the user's alone (spec 1). */
export const isGlobalOnly = (key: string): boolean => GLOBAL_ONLY.includes(key);

/** Holds what must be seen nowhere, and what must not be looked at again. */
export const ENV = { SET: "CANARY $(evil) ${EVIL} $${X}", EMPTY: "" };

/** What every command prints, apart from its newline. */
const printed = (command: string): string => `CANARY of <${command}> $(evil) \${EVIL}`;

export const answer = (command: string): string => `${printed(command)}\n`;

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

const OWN: readonly string[] = [...OWN_TEXTS.keys()];

/** Texts of a project; no command in them may run. */
const FOREIGN: readonly string[] = [
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

const asObject = (value: Json): JsonObject => (isObject(value) ? value : {});

/** Something or nothing, one as likely as the other. */
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });

/** Plain data without the keys that are undefined. */
const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

/** A configuration of version 3 that the schema accepts and in which nothing is substituted. */
const plainArbitrary: fc.Arbitrary<JsonObject> = configArbitrary().map((config) => {
  const dollars = [...placesOf(config)].filter(({ value }) => typeof value === "string" && /\$[({]/.test(value));
  const without = (filled: Json, { path, value }: Place): Json => put(filled, path, String(value).replaceAll("$", "S"));
  return { ...asObject(dollars.reduce(without, config)), version: 3 };
});

/** Keys whose texts are looked at more closely than the schema does. */
const CHECKED = /^(url|uri|source|init_script|theme-file|trust_store|https?_proxy|provider|inherits|profile|name)$/;

/** Whether a string may be any text. */
const isFree = ({ path, value, shape }: Place): boolean =>
  typeof value === "string" &&
  shape?.values === undefined &&
  shape?.pattern === undefined &&
  shape?.schema["x-ref"] === undefined &&
  shape?.schema["x-path"] !== "pattern" &&
  !CHECKED.test(String(path.at(-1)));

/** The configuration with other texts in some of the places that take any. */
function withTexts(config: JsonObject, texts: readonly string[]): fc.Arbitrary<JsonObject> {
  const free = [...placesOf(config)].filter(isFree);
  return fc.tuple(...free.map(() => maybe(fc.constantFrom(...texts)))).map((chosen) => {
    const filled = free.reduce<Json>((value, { path }, index) => {
      const text = chosen[index];
      return text === undefined ? value : put(value, path, text);
    }, config);
    return asObject(filled);
  });
}

const NAMES = ["m", "n", "m\0request_option_defaults"];

/** Models that inherit from each other; the name of one reads like a path. A project's may do so in circles. */
function modelsArbitrary(texts: readonly string[], circles: boolean): fc.Arbitrary<JsonObject> {
  const text = fc.constantFrom(...texts);
  const model = (index: number): fc.Arbitrary<object> =>
    fc.record({
      inherits: maybe(fc.constantFrom(...(circles ? NAMES : NAMES.slice(0, index)))),
      class: maybe(fc.constantFrom("full", "mini")),
      provider_name: maybe(text),
      context_window: circles ? maybe(fc.nat(9)) : fc.integer({ min: 1, max: 9 }),
      request_option_defaults: maybe(fc.record({ class: maybe(text), provider_name: maybe(text) })),
    });
  const first = fc.record({
    context_window: fc.constant(8),
    class: maybe(fc.constant("full")),
    provider_name: maybe(text),
  });
  const entries = NAMES.map((name, index) => [name, index === 0 && !circles ? first : model(index)] as const);
  const all = fc.record(Object.fromEntries(entries.map(([name, one]) => [name, circles ? maybe(one) : one])));
  return all.map(plain);
}

/** Two layers that hold nothing but models; commands run. */
export const modelPairArbitrary: fc.Arbitrary<readonly [user: JsonObject, project: JsonObject]> = fc
  .tuple(modelsArbitrary(OWN, false), modelsArbitrary(["$(touch M)", "${UNSET:-touch M}"], true))
  .map(([own, foreign]) => [
    { version: 3, config_command_substitution: true, models: own },
    { version: 3, models: foreign },
  ]);

/** A configuration that is also sensible: its names exist, its URLs are URLs. */
const sensibleArbitrary: fc.Arbitrary<JsonObject> = fc
  .record({
    version: fc.constant(3),
    providers: maybe(
      fc.record({
        p: fc.record({
          kind: fc.constantFrom({ type: "custom_beta_compatible" }, { type: "custom_beta_responses" }),
          url: fc.constant("https://p.test/v1"),
          auth: maybe(fc.constantFrom({ type: "no_auth" }, { type: "static_key", key: " k " }, null)),
          headers: maybe(fc.constantFrom({ "X-A": "a", "X-B": "b" }, { "x-a": "c" }, {})),
          protocol: maybe(fc.constant(null)),
        }),
      }),
    ),
    mcp_servers: maybe(
      fc.record({
        s: fc.record({
          transport: fc.constant("stdio"),
          command: fc.constantFrom("a", "b"),
          args: maybe(fc.array(fc.constantFrom("x", "y"), { maxLength: 2 })),
          env: maybe(fc.constantFrom({ A: "a" }, { B: "b" }, {})),
          pass_env: maybe(fc.constantFrom(null, [], ["HOME"])),
          default_enabled: maybe(fc.boolean()),
        }),
        t: maybe(
          fc.constantFrom(
            { transport: "stdio", command: "a", log_stderr: false, block_list: ["mcp__t__x"] },
            { transport: "http", url: "https://t.test/mcp", auth: { type: "authorization-header", value: "v" } },
            { transport: "http", url: "https://t.test/mcp", headers: { "X-T": "t" }, auth: { type: "oauth" } },
          ),
        ),
      }),
    ),
    permissions: maybe(fc.constantFrom(null, { secret_files: ["a", "b"] }, { secret_files: [] })),
    default_permission_matcher: maybe(fc.constantFrom(null, "standard", "autonomous")),
    daemon: maybe(fc.constantFrom(null, { log_level: "info", retry: { max_retries: 1 } }, { max_tool_turns: null })),
    tui: maybe(fc.constantFrom(null, { theme: "dark", more: { a: ["b"] } }, { more: "c", "confirm-quit": null })),
    plugins: maybe(fc.constantFrom({ a: { b: ["c", null] } }, { a: null, d: "e" }, {})),
    data: maybe(fc.constant({ automatic_crash_reporting: false })),
  })
  .map(plain);

/** A global layer that every rule accepts and in which nothing is substituted. */
export const orderlyArbitrary: fc.Arbitrary<JsonObject> = fc.oneof(sensibleArbitrary, plainArbitrary.map(mended));

/** A global layer without a mistake that the schema knows; commands are on or off in it. */
export const userArbitrary: fc.Arbitrary<JsonObject> = fc
  .record({
    config: orderlyArbitrary,
    config_command_substitution: fc.boolean(),
    models: maybe(modelsArbitrary(OWN, false)),
    endpoint: fc.constantFrom(...OWN),
  })
  .chain(({ config, models, endpoint, config_command_substitution }) =>
    withTexts({ ...config, config_command_substitution, telemetry: { endpoint }, ...(models && { models }) }, OWN),
  );

const ODD_VALUES: readonly Json[] = [
  ...FOREIGN,
  ...[null, true, false, 0, -1, 1.5, "", "text", [], {}, [null], { a: null }, "stdio", "http", "no_auth", "static_key"],
];

/** A layer without the keys that are the user's alone. */
export const withoutGlobalOnly = (config: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !isGlobalOnly(key)));

/** A project's layer made of the user's own: values replaced, keys taken away. */
function overArbitrary(user: JsonObject): fc.Arbitrary<JsonObject> {
  const change = fc.tuple(fc.nat(), fc.option(fc.constantFrom(...ODD_VALUES), { nil: undefined }));
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) => {
    const changed = changes.reduce<Json>((filled, [index, value]) => {
      const places = [...placesOf(filled)].slice(1);
      const place = places[index % Math.max(places.length, 1)];
      return place === undefined ? filled : put(filled, place.path, value);
    }, withoutGlobalOnly(user));
    return asObject(changed);
  });
}

/** What a project would like to say in the user's name. */
const presumptuousArbitrary: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.constantFrom(...GLOBAL_ONLY),
    fc.oneof(jsonArbitrary, fc.constantFrom<Json>(true, null, { enabled: true, endpoint: "https://evil.test" })),
  )
  .map(plain);

/** A project's layer of any kind that can be read. */
function readableArbitrary(user: JsonObject): fc.Arbitrary<Spelling> {
  const own = fc.oneof(orderlyArbitrary, plainArbitrary).chain((config) => withTexts(config, FOREIGN));
  return fc
    .tuple(fc.oneof(own, overArbitrary(user)), presumptuousArbitrary, maybe(modelsArbitrary(FOREIGN, true)))
    .chain(([config, more, models]) => spellingArbitrary({ ...config, ...more, ...(models && { models }) }));
}

/** A text that may be anything that a file can hold. */
export const anyTextArbitrary: fc.Arbitrary<Spelling> = fc
  .oneof(almostConfigArbitrary, fc.record({ text: soupArbitrary, format: formatArbitrary }))
  .map(({ text, format }) => ({ text: text.toWellFormed(), format }));

export interface Pair {
  readonly user: JsonObject;
  readonly global: Spelling;
  readonly project: Spelling;
}

/** A user's layer in order, and any project. */
export const pairArbitrary: fc.Arbitrary<Pair> = userArbitrary.chain((user) =>
  fc
    .tuple(
      spellingArbitrary(user),
      fc.oneof({ weight: 4, arbitrary: readableArbitrary(user) }, { weight: 1, arbitrary: anyTextArbitrary }),
    )
    .map(([global, project]) => ({ user, global, project })),
);
