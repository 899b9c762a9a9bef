/** Checks the options of the library's functions. A wrong option is a mistake of the calling program: a `TypeError` names it. */
import { didYouMean, quote, quoteList } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import { FORMAT_NAMES } from "../document/formats.js";
import { catalogOf } from "./catalog.js";
import { type Choice, choiceOf } from "./locate.js";

/** The files that a program wants, by either of their names. */
export interface Asked extends Choice {
  /** The same as `global`. */
  readonly globalFile?: string | false;
  /** The same as `project`. */
  readonly projectFile?: string | false;
}

type Test = (value: unknown) => boolean;

/** The expected value of an option, in words, and a test for it. */
type Kind = readonly [string, Test];

const isText: Test = (value) => typeof value === "string";
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf =
  (isOne: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(isOne);
const oneOf = (...words: readonly string[]): Kind => [
  quoteList(words),
  (value) => words.some((word) => word === value),
];

const LAYER = oneOf("global", "project");
const FORMAT = oneOf(...FORMAT_NAMES);
const isAbsentOr =
  ([, isRight]: Kind): Test =>
  (value) =>
    value === undefined || isRight(value);
const isInput: Test = (value) =>
  isObject(value) &&
  isText(value["file"]) &&
  (isText(value["text"]) || value["text"] instanceof Uint8Array) &&
  isAbsentOr(LAYER)(value["as"]) &&
  isAbsentOr(FORMAT)(value["format"]);

const FILE: Kind = ["the name of a file, or false", (value) => value === false || isText(value)];
const TEXT: Kind = ["a text", isText];
const FLAG: Kind = ["true or false", (value) => typeof value === "boolean"];
/** A timer takes no longer time. */
const LONGEST = 2 ** 31 - 1;
const TIME: Kind = [
  `a number of milliseconds from 1 to ${LONGEST}`,
  (value) => typeof value === "number" && value >= 1 && value <= LONGEST,
];
const OBJECT: Kind = ["an object", isObject];
const FUNCTION: Kind = ["a function", (value) => typeof value === "function"];
const CATALOG: Kind = ["an object of `providers` and `models`, with fields as in a configuration", isCatalog];
const SETTINGS: Kind = ["what `lintSettings` makes", (value) => isObject(value) && "judge" in value];

/** Catalogs that were found right: a program gives the same large one with every call. */
const known = new WeakSet<object>();

/** Whether a value is a catalog, in which what is undefined is not there. */
function isCatalog(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (known.has(value)) return true;
  try {
    if (!("catalog" in catalogOf(JSON.parse(JSON.stringify(value))))) return false;
    known.add(value);
    return true;
  } catch {
    return false;
  }
}

/** The options of all verbs: a verb ignores those that mean nothing to it. */
const OPTIONS = new Map<string, Kind>(
  Object.entries({
    ...{ global: FILE, globalFile: FILE, project: FILE, projectFile: FILE, cwd: TEXT, env: OBJECT, host: OBJECT },
    files: ["a list of names of files", listOf(isText)],
    texts: [
      `a list of objects with a \`file\` and a \`text\`; \`as\` is ${LAYER[0]}, \`format\` ${FORMAT[0]}`,
      listOf(isInput),
    ],
    ...{ as: LAYER, layer: LAYER, path: TEXT, value: ["", () => true], write: FLAG, catalog: CATALOG },
    ...{ ignores: FLAG, unsafe: FLAG, settings: SETTINGS, wanted: FUNCTION, unset: oneOf("error", "keep") },
    projectTrust: oneOf("trusted", "granted", "untrusted"),
    trustedProjects: ["a list of texts", listOf(isText)],
    ...{ commandTimeoutMs: TIME, intervalMs: TIME, signal: OBJECT, pause: FUNCTION },
  }),
);

/** The options, with both files under `global` and `project`. `needed`: the options that the verb cannot do without. */
export function asked<Options extends Asked>(
  verb: string,
  options: Options,
  needed: readonly (string & keyof Options)[] = [],
): Options {
  const refuse = (why: string): never => {
    throw new TypeError(`${verb}: ${why}`);
  };
  if (!isObject(options)) return refuse("the options have to be an object");
  for (const name of [...needed, ...Object.keys(options)]) {
    const [what, isRight] = OPTIONS.get(name) ?? refuse(unknown(name));
    const value: unknown = options[name as keyof Options];
    if ((value !== undefined || needed.some((one) => one === name)) && !isRight(value))
      refuse(`${quote(name)} has to be ${what}`);
  }
  const { globalFile, projectFile, global = globalFile, project = projectFile } = options;
  const isTwofold = (one: unknown, other: unknown): boolean => other !== undefined && other !== one;
  if (isTwofold(global, globalFile)) refuse("`global` and `globalFile` are names of one option");
  if (isTwofold(project, projectFile)) refuse("`project` and `projectFile` are names of one option");
  return { ...options, ...choiceOf(global, project) };
}

function unknown(name: string): string {
  return `there is no option ${quote(name)}${didYouMean(suggest(name, OPTIONS.keys()).slice(0, 1).map(quote))}`;
}
