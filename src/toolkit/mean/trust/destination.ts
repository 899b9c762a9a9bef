/** The destination of an entry, in a comparable form. */
import type { Path } from "../../../text/path.js";
import { isObject, type Json } from "../../read/document/data.js";
import { jsonAt, type Setting } from "../configuration/setting.js";
import { ADDRESS, addressIn, leadOf } from "./environment.js";
import { originOf } from "./origin.js";

/** Programs that fetch and run another one, whose name follows them, and the words that may come between. */
const LAUNCHER = /^(?:npx|pnpx|bunx|uvx|pipx|docker|podman|run|exec|dlx|-y|--yes|-q|--quiet|--rm|-i|-it)$/;

/** The path of the entry around a place: section and name, or the whole path for the providers of searches, which have fixed names. */
export function entryOf(path: Path): Path {
  return path.slice(0, path[0] === "integrations" ? 4 : 2);
}

/**
 * The origin of its URL; or else the vendor of its kind; or else the program that it starts, with its launcher, its arguments and the part
 * of its environment that may lead elsewhere. Undefined if it is unknown.
 */
export function destinationOf(settings: Setting, entry: Path): string | undefined {
  const at = (key: string): Json | undefined => jsonAt(settings, [...entry, key]);
  if (entry[0] === "integrations") return JSON.stringify(entry);
  const [url, kind, env] = [at("url"), at("kind"), at("env")];
  if (url !== undefined) return originOf(url);
  if (kind !== undefined) return JSON.stringify(kind);
  const words = commandLine(at("command"), at("args"));
  const first = words.findIndex((word) => !LAUNCHER.test(word));
  const program = words[first];
  if (program === undefined) return undefined;
  const leading = Object.entries(isObject(env) ? env : {}).filter(([name, value]) => leadOf(name, value));
  return JSON.stringify([
    words.slice(0, first).filter((word) => !word.startsWith("-")),
    // After another option, the program is unknown.
    program.startsWith("-") ? program : program.replace(/(?<=[^/])(?:[@:]|==)[\w.^~-]*$/, ""),
    words.slice(first + 1),
    leading.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}

/** The words that name an entry's program, without those that contain the variable, because the project chooses them freely. */
export function programWords(settings: Setting, entry: Path, variable: string): string {
  const words = commandLine(jsonAt(settings, [...entry, "command"]), jsonAt(settings, [...entry, "args"]));
  const first = words.findIndex((word) => !LAUNCHER.test(word));
  // After leading options, the program may be any word.
  const candidates = words[first]?.startsWith("-") ? words : words.slice(0, first + 1);
  return candidates
    .filter((word) => !word.includes(variable))
    .join(" ")
    .toLowerCase();
}

/** The origins in an entry's command line and environment; undefined for one that is not a URL. */
export function originsNamed(settings: Setting, entry: Path): readonly (string | undefined)[] {
  const env = jsonAt(settings, [...entry, "env"]);
  const words = commandLine(jsonAt(settings, [...entry, "command"]), jsonAt(settings, [...entry, "args"]));
  const addresses = words.flatMap((word, index) => {
    const { 1: option = words[index - 1] ?? "", 2: value = word } = /^--?([\w-]+)=(.*)$/s.exec(word) ?? [];
    return value.includes("://") || (ADDRESS.test(option) && !value.startsWith("-")) ? [value] : [];
  });
  const variables = Object.entries(isObject(env) ? env : {}).filter(([name, value]) => addressIn(name, value));
  return [...addresses, ...variables.map(([, value]) => String(value))].map((text) =>
    originOf(text.includes("://") ? text : `https://${text}`),
  );
}

function commandLine(command: Json | undefined, args: Json | undefined): readonly string[] {
  return [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
}

/** Whether two entries lead to the same place. An unknown destination differs from every other. */
export function isSameDestination(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
