/** Where an entry leads to, as something that two of them can have in common. */
import { jsonAt, type Setting } from "../configuration/setting.js";
import { isObject, type Json } from "../document/data.js";
import type { Path } from "../text/path.js";
import { originOf } from "./origin.js";

/** Programs that fetch and run another one, which is named behind them, and what may stand between the two. */
const LAUNCHER = /^(?:npx|pnpx|bunx|uvx|pipx|docker|podman|run|exec|dlx|-y|--yes|-q|--quiet|--rm|-i|-it)$/;

/** What tells a program where to go: a name of a variable or an option for it. */
export const ADDRESS = /(?:^|[_-])(?:UR[IL]|HOST(?:NAME)?|ENDPOINT|BASE|ADDR(?:ESS)?|SERVER|PROXY)$/i;

/**
 * The origin of its URL; else the vendor that its kind names; else the program that it starts, with what starts it and with all that tells
 * it where to go. Undefined where nobody knows.
 */
export function destinationOf(settings: Setting, entry: Path): string | undefined {
  const at = (key: string): Json | undefined => jsonAt(settings, [...entry, key]);
  // The providers of searches have fixed names.
  if (entry[0] === "integrations") return JSON.stringify(entry);
  const [url, kind, command, args, env] = [at("url"), at("kind"), at("command"), at("args"), at("env")];
  if (url !== undefined) return originOf(url);
  if (kind !== undefined) return JSON.stringify(kind);
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
  const first = words.findIndex((word) => !LAUNCHER.test(word));
  const program = words[first];
  if (program === undefined) return undefined;
  // Behind another option there may be anything.
  if (program.startsWith("-")) return JSON.stringify(words);
  const rest = words
    .slice(first + 1)
    .filter((word, index, all) => word.includes("://") || ADDRESS.test(all[index - 1] ?? ""));
  const addresses = Object.entries(isObject(env) ? env : {}).filter(([name]) => ADDRESS.test(name));
  return JSON.stringify([
    words.slice(0, first).filter((word) => !word.startsWith("-")),
    program.replace(/(?<=[^/])[@:][\w.^~-]*$/, ""),
    rest,
    addresses,
  ]);
}

/** Whether two entries lead to the same place. What nobody knows is not the same as anything. */
export function isSameDestination(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
