/** Where an entry leads to, as something that two of them can have in common. */
import { type Setting, settingAt } from "../configuration/setting.js";
import type { Json } from "../document/data.js";
import { jsonOf } from "../schema/place.js";
import type { Path } from "../text/path.js";
import { originOf } from "./origin.js";

/** Programs that run another one, which is named behind them. */
const LAUNCHERS =
  /^(?:npx|pnpx|bunx|bun|node|deno|uvx|uv|pipx|python[\d.]*|docker|podman|env|sh|bash|cmd|run|exec|dlx|x|tool)$/;

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
  return words.find((word) => !word.startsWith("-") && !LAUNCHERS.test(word.split(/[\\/]/).at(-1) ?? ""));
}
