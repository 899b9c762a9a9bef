/** Where an entry leads to, as something that two of them can have in common. */
import { type Setting, settingAt } from "../configuration/setting.js";
import type { Json } from "../document/data.js";
import { jsonOf } from "../schema/place.js";
import type { Path } from "../text/path.js";
import { originOf } from "./origin.js";

/** Programs that run another one, which is named behind them, and what may stand between the two. */
const LAUNCHER =
  /^(?:npx|pnpx|bunx|bun|node|deno|uvx|uv|pipx|python[\d.]*|docker|podman|run|exec|dlx|x|tool|-y|--yes|-q|--quiet|--rm|-i|-it)$/;

/** The origin of its URL; else the vendor that its kind names; else the program that it starts. Undefined where nobody knows. */
export function destinationOf(settings: Setting, entry: Path): string | undefined {
  const at = (...path: Path): Json | undefined => {
    const setting = settingAt(settings, [...entry, ...path]);
    return setting && jsonOf(setting);
  };
  const [url, kind, command, args] = [at("url"), at("kind"), at("command"), at("args")];
  if (url !== undefined) return originOf(url);
  if (kind !== undefined) return JSON.stringify(kind);
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === "string");
  const program = words.find((word) => !LAUNCHER.test(word.split(/[\\/]/).at(-1) ?? ""));
  // Behind another option there may be anything.
  return program?.startsWith("-") ? JSON.stringify(words) : program?.replace(/(?<=[^/])[@:][\w.^~-]*$/, "");
}

/** Whether two entries lead to the same place. What nobody knows is not the same as anything. */
export function isSameDestination(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
