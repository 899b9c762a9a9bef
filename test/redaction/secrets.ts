/** Configurations that hold a secret, and the mistakes that might bring it into the open. */
import fc from "fast-check";
import type { Path } from "../../src/text/path.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { variantOf } from "../../src/toolkit/read/schema/place.js";
import { configShape, keyShape, type Shape } from "../../src/toolkit/read/schema/shape.js";
import { configArbitrary } from "../arbitrary/config.js";
import { mutationsOf } from "../arbitrary/mutation.js";
import type { Spelling } from "../arbitrary/spelling.js";

/** In every secret, and in nothing else. */
export const MARK = /CANARY|9876543210/;

/** Secrets that look like some, wherever they stand. */
const RECOGNISABLE = [
  "sk-CANARY-0123456789abcdef",
  "CANARY0123456789abcdef",
  "ghp_CANARYabcdefghijklmnop",
  "https://CANARY:CANARY@x.example",
  "--token=CANARY",
  "Authorization: Bearer CANARY",
  "curl -H 'X-Api-Key: CANARY' x",
];

export const canaryArbitrary: fc.Arbitrary<string> = fc.constantFrom(...RECOGNISABLE);

/** Secrets of all kinds, some of which are told by their place alone. */
export const secretArbitrary: fc.Arbitrary<string | number> = fc.constantFrom(
  ...RECOGNISABLE,
  "Bearer CANARY",
  "p@ss, {CANARY} #1",
  "CANARY: 1",
  'it\'s "CANARY" \\ 100%',
  "-----BEGIN KEY-----\nCANARY\n-----END KEY-----\n",
  "\u202eCANARY\u001b é",
  "${KEY:-CANARY0123456789}",
  "${KEY:-$(curl -u me --password CANARY x)}",
  9876543210987654321n.toString(),
  Number(9876543210987654321n),
);

type Update = (value: Json) => Json;

interface Place {
  readonly path: Path;
  readonly value: Json;
  readonly shape: Shape;
}

/** Every value of a configuration that the schema knows, with its shape. */
function* placesOf(value: Json, shape: Shape | undefined = configShape, path: Path = []): Generator<Place> {
  if (shape === undefined) return;
  yield { path, value, shape };
  if (isList(value)) {
    for (const [index, item] of value.entries()) yield* placesOf(item, shape.items, [...path, index]);
  } else if (isObject(value)) {
    const variant = variantOf(shape, shape.tag && value[shape.tag.key]);
    for (const [key, child] of Object.entries(value)) {
      yield* placesOf(child, variant && keyShape(variant, key), [...path, key]);
    }
  }
}

const secretPaths = (config: Json): readonly Path[] =>
  [...placesOf(config)].filter(isSecretPlace).map(({ path }) => path);

/** Names of credentials: in a map of values that are secret by their names, an entry of one is secret. */
const NAMES: Readonly<Record<string, string>> = { headers: "X-Api-Key", env: "API_TOKEN" };

function isSecretPlace({ path, shape }: Place): boolean {
  const secrecy = shape.schema["x-secret"];
  return secrecy === true || (secrecy === "by-name" && Object.values(NAMES).includes(String(path.at(-1))));
}

/** A configuration in which every secret place holds the secret; commands run in it, and a secret of digits lacks its quotes. */
export function withSecretArbitrary(secret: Json): fc.Arbitrary<Json> {
  return configArbitrary()
    .map((config) => [...placesOf(config)].reduce(withNamed, config))
    .filter((config) => secretPaths(config).length > 0)
    .map((config) => secretPaths(config).reduce((filled, path) => at(filled, path, () => secret), config))
    .map((config) => (isObject(config) ? { ...config, config_command_substitution: true } : config));
}

function withNamed(config: Json, { path, shape }: Place): Json {
  const name = shape.rest?.schema["x-secret"] === "by-name" ? NAMES[String(path.at(-1))] : undefined;
  return name === undefined ? config : at(config, path, (map) => (isObject(map) ? { ...map, [name]: "" } : map));
}

/** A configuration in which some texts, of whatever meaning, hold a secret that looks like one. */
export function withCanaryArbitrary(canary: string): fc.Arbitrary<Json> {
  return configArbitrary().chain((config) => {
    const texts = [...placesOf(config)].filter(({ value }) => typeof value === "string");
    return fc
      .tuple(fc.subarray(texts), fc.constantFrom("", "see ", "a\n"))
      .map(([some, before]) => some.reduce((filled, { path }) => at(filled, path, () => `${before}${canary}`), config));
  });
}

/** A wrong configuration that declares a word secret and holds it in some of its texts, those of the schema's own choice too. */
export function withWordArbitrary(word: string): fc.Arbitrary<Json> {
  const declared = (config: Json): Json => ({
    ...(isObject(config) ? config : {}),
    permissions: { secret_words: [word] },
  });
  return configArbitrary()
    .chain((config) => {
      const texts = [...placesOf(config)].filter(({ value }) => typeof value === "string");
      return fc
        .subarray(texts)
        .map((some) => some.reduce((filled, { path }) => at(filled, path, () => `see ${word}!`), config));
    })
    .chain((config) => fc.constantFrom(...mutationsOf(config)))
    .map((mutation) => declared(mutation.config));
}

/** The configuration with one to three mistakes, most of them on the way to a secret. */
export function mistakenArbitrary(config: Json): fc.Arbitrary<Json> {
  const mistake = (value: Json): fc.Arbitrary<Json> => {
    const slips = [...slipsOf(value)];
    const others = mutationsOf(value).map((mutation) => () => mutation.config);
    const choices = [slips, slips, others].filter((choice) => choice.length > 0);
    return choices.length === 0
      ? fc.constant(value)
      : fc.oneof(...choices.map((choice) => fc.constantFrom(...choice))).map((make) => make());
  };
  const one = mistake(config);
  return fc.oneof(one, one.chain(mistake), one.chain(mistake).chain(mistake));
}

/** Each makes a wrong configuration out of this one. */
function* slipsOf(config: Json): Generator<() => Json> {
  for (const { path, value: secret, shape } of placesOf(config)) {
    if (shape.tag !== undefined) yield* misspeltTag(config, [...path, shape.tag.key]);
    if (!isSecretPlace({ path, value: secret, shape })) continue;
    yield () => at(config, path, () => [secret]);
    yield () => at(config, path, () => ({ is: { a: [1, secret] } }));
    for (const [index, step] of path.entries()) {
      const parent = path.slice(0, index);
      // Without its place, only a text that looks like a secret is one.
      if (RECOGNISABLE.includes(String(secret))) yield () => at(config, parent, () => secret);
      yield () => at(config, parent, (value) => (isObject(value) ? { ...value, secret } : value));
      if (typeof step !== "string") continue;
      for (const name of misspellings(step)) {
        yield () => at(config, parent, (value) => renamed(value, step, name));
        yield () =>
          at(config, parent, (value) => (isObject(value) ? { [name]: value[step] ?? null, ...value } : value));
      }
    }
  }
}

function* misspeltTag(config: Json, path: Path): Generator<() => Json> {
  const parent = path.slice(0, -1);
  const key = String(path.at(-1));
  for (const name of [...misspellings(key), "kind"])
    yield () => at(config, parent, (value) => renamed(value, key, name));
  for (const other of [null, 3, [], "?"]) yield () => at(config, path, () => other);
  yield () => at(config, path, (value) => `${value}s`);
  yield () =>
    at(config, parent, (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value));
}

const misspellings = (key: string): readonly string[] => [
  key.slice(1),
  key.slice(0, -1),
  `${key}s`,
  key.toUpperCase(),
  `${key.slice(1, 2)}${key.slice(0, 1)}${key.slice(2)}`,
];

function renamed(value: Json, key: string, name: string): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([other, child]) => [other === key ? name : other, child]));
}

/** The configuration with another value at a path. */
function at(config: Json, path: Path, update: Update): Json {
  const [step, ...rest] = path;
  if (step === undefined) return update(config);
  const entries = Object.entries(config ?? {}).map(([key, value]): [string, Json] => {
    return [key, key === String(step) ? at(value, rest, update) : value];
  });
  return isList(config) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const BREAKAGES = [
  ..."{}[],:'\"&*!|>%@`#\\?-/\t\n0",
  ": ",
  "- ",
  "x: y: z",
  "&a ",
  "*a",
  "!t ",
  "---\n",
  "//",
  "/*",
  "\\q",
  "<<: ",
];

/** A broken text this close to a secret may be the secret itself. */
const NEIGHBOURHOOD = new RegExp(`(?:\\S\\s*){0,30}(?:${MARK.source})(?:\\s*\\S){0,30}`, "g");

/** The text with a syntax error somewhere away from the secret, or cut off. */
export function brokenArbitrary({ format, text }: Spelling): fc.Arbitrary<Spelling> {
  const spared = Array.from(
    text.matchAll(NEIGHBOURHOOD),
    ({ 0: match, index }) => [index, index + match.length] as const,
  );
  const places = Array.from({ length: text.length }, (_, offset) => offset).filter(
    (offset) => !spared.some(([start, end]) => start <= offset && offset < end),
  );
  const cut = fc.nat(text.length).map((end) => ({ format, text: text.slice(0, end) }));
  if (places.length === 0) return cut;
  const inserted = fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...BREAKAGES), fc.nat(1))
    .map(([offset, breakage, remove]) => ({
      format,
      text: text.slice(0, offset) + breakage + text.slice(offset + remove),
    }));
  return fc.oneof({ weight: 5, arbitrary: inserted }, cut);
}
