/** The texts of a loaded configuration that still contain a substitution. */
import { type Path, toPointer } from "../../../text/path.js";
import type { Setting } from "../configuration/setting.js";

export interface UnresolvedText {
  readonly path: string;
  /** A command of a project, a command while `config_command_substitution` is off, or an unset variable. */
  readonly why: "in-project" | "disabled" | "unset";
}

export function unresolvedIn(setting: Setting, path: Path): readonly UnresolvedText[] {
  if (setting.kind === "list") return setting.items.flatMap((item, index) => unresolvedIn(item, [...path, index]));
  if (setting.kind === "object")
    return Array.from(setting.entries).flatMap(([key, child]) => unresolvedIn(child, [...path, key]));
  return (setting.unresolved ?? []).map((why) => ({ path: toPointer(path), why }));
}
