/** Checks the options of the library's functions. A wrong option is a mistake of the calling program: a `TypeError` names it. */
import { didYouMean, quote, quoteList } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import { FORMAT_NAMES } from "../document/formats.js";
import { catalogOf } from "./catalog.js";
import type { FileOptions } from "./choice.js";
import { choiceOf } from "./locate.js";
import { isDigest } from "./store.js";

type Test = (value: unknown) => boolean;

/** The expected value of an option, in words, a test for it, and for a list of objects the keys that these take. */
export type Kind = readonly [string, Test, Keys?];

/** For each key the other names that people give it. */
type Keys = Readonly<Record<string, readonly string[]>>;

const isText: Test = (value) => typeof value === "string";
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf =
  (isOne: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(isOne);
const oneOf = (...words: readonly string[]): Kind => [
  quoteList(words),
  (value) => words.some((word) => word === value),
];

export const LAYER = oneOf("global", "project");
const FORMAT = oneOf(...FORMAT_NAMES);
const isAbsentOr = ([, isRight]: Kind, value: unknown): boolean => value === undefined || isRight(value);
const isInput: Test = (value) =>
  isObject(value) &&
  isText(value["file"]) &&
  (isText(value["text"]) || value["text"] instanceof Uint8Array) &&
  isAbsentOr(LAYER, value["as"]) &&
  isAbsentOr(FORMAT, value["format"]);

const FILE: Kind = ["the name of a file, or false", (value) => value === false || isText(value)];
export const DIGEST: Kind = ["a SHA-256, 64 hexadecimal digits", (value) => isText(value) && isDigest(String(value))];
export const TEXT: Kind = ["a text", isText];
export const FLAG: Kind = ["true or false", (value) => typeof value === "boolean"];
/** The longest duration of a timer. */
const LONGEST = 2 ** 31 - 1;
export const TIME: Kind = [
  `a number of milliseconds from 1 to ${LONGEST}`,
  (value) => typeof value === "number" && value >= 1 && value <= LONGEST,
];
export const OBJECT: Kind = ["an object", isObject];
export const FUNCTION: Kind = ["a function", (value) => typeof value === "function"];
const SIGNAL: Kind = [
  "an `AbortSignal`",
  (value) => isObject(value) && FLAG[1](value["aborted"]) && FUNCTION[1](value["addEventListener"]),
];
const CATALOG: Kind = ["an object of `providers` and `models`, with fields as in a configuration", isCatalog];
const SETTINGS: Kind = ["what `lintSettings` makes", (value) => isObject(value) && "judge" in value];

/** Catalogs that passed the check: a program passes the same large one with every call. */
const known = new WeakSet<object>();

/** Whether a value is a catalog; undefined properties count as absent. */
function isCatalog(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (known.has(value)) return true;
  try {
    const isRight = "catalog" in catalogOf(JSON.parse(JSON.stringify(value)));
    if (isRight) known.add(value);
    return isRight;
  } catch {
    return false;
  }
}

/** The options of a call, as its type declares them. */
export type Kinds = Readonly<Record<string, Kind>>;

export const LAYERS: Kinds = {
  ...{ global: FILE, globalFile: FILE, project: FILE, projectFile: FILE },
  ...{ catalog: CATALOG, policy: TEXT, host: OBJECT },
};

export const LINT: Kinds = {
  ...LAYERS,
  files: ["a list of names of files", listOf(isText)],
  texts: [
    `a list of objects with a \`file\` and a \`text\`; \`as\` is ${LAYER[0]}, \`format\` ${FORMAT[0]}`,
    listOf(isInput),
    {
      file: ["name", "path", "filename", "uri"],
      text: ["content", "contents", "source", "bytes"],
      ...{ as: ["layer", "scope"], format: ["type", "language"] },
    },
  ],
  ...{ as: LAYER, ignores: FLAG, settings: SETTINGS },
};

export const LOAD: Kinds = {
  ...LAYERS,
  ...{ cwd: TEXT, env: OBJECT, unset: oneOf("error", "keep"), projectTrust: oneOf("trusted", "granted", "untrusted") },
  trustedProjects: ["a list of texts", listOf(isText)],
  ...{ commandTimeoutMs: TIME, signal: SIGNAL },
};

/** The options of a call, with both files under `global` and `project`. */
export function optionsOf<Options extends FileOptions>(call: string, options: Options, kinds: Kinds): Options {
  const refuse = expectOptions(call, options, kinds);
  const { globalFile, projectFile, global = globalFile, project = projectFile } = options;
  const expectOne = (name: string, one: unknown, other: unknown): void => {
    if (other !== undefined && other !== one) refuse(`\`${name}\` and \`${name}File\` are names of one option`);
  };
  expectOne("global", global, globalFile);
  expectOne("project", project, projectFile);
  return { ...options, ...choiceOf(global, project) };
}

/** Refuses a wrong argument and names only its parameter: the value may hold a secret. */
export function expectArgument(call: string, name: string, value: unknown, [what, isRight]: Kind): void {
  if (!isRight(value)) throw new TypeError(`${call}: ${quote(name)} has to be ${what}`);
}

/** Refuses options with names or kinds that a call does not take; returns the function for further refusals. */
export function expectOptions(call: string, options: unknown, kinds: Kinds): (why: string) => never {
  const refuse = (why: string): never => {
    throw new TypeError(`${call}: ${why}`);
  };
  if (!isObject(options)) return refuse("the options have to be an object");
  const all = new Map(Object.entries(kinds));
  for (const name of Object.keys(options)) {
    const [what, isRight, keys] = all.get(name) ?? refuse(foreign(name, all.keys()));
    const value = options[name];
    const key = keys && foreignKey(value, keys);
    if (keys !== undefined && key !== undefined) refuse(`${quote(name)} has no key ${quote(key)}${meant(key, keys)}`);
    if (value !== undefined && !isRight(value)) refuse(`${quote(name)} has to be ${what}`);
  }
  return refuse;
}

/** The first key of the objects of a list that these do not take. */
function foreignKey(list: unknown, keys: Keys): string | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((one) => (isObject(one) ? Object.keys(one) : [])).find((key) => !Object.hasOwn(keys, key));
}

function meant(key: string, keys: Keys): string {
  const [other] = Object.entries(keys).find(([, names]) => names.includes(key.toLowerCase())) ?? [];
  const alike = other === undefined ? suggest(key, Object.keys(keys)).slice(0, 1) : [other];
  return didYouMean(alike.map(quote));
}

/** The calls of the library with their options, for the message about an option of another call. */
const CALLS = [
  ["`lint` and `fix`", LINT],
  ["`load` and `watch`", LOAD],
] as const;

/** The sentence about an unknown option. */
function foreign(name: string, own: Iterable<string>): string {
  const [others] = CALLS.find(([, kinds]) => Object.hasOwn(kinds, name)) ?? [];
  const hint = others === undefined ? didYouMean(suggest(name, own).slice(0, 1).map(quote)) : `; ${others} take it`;
  return `there is no option ${quote(name)}${hint}`;
}
