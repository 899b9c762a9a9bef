/** Substitutions in the strings of one layer, looked at and never resolved (S17–S20). */
import type { Json, Node, Scalar } from "../document/node.js";
import type { Path } from "../text/path.js";
import { type Scan, type Substitution, scan } from "../text/scan.js";

/** The key of the switch that lets commands of the global layer run (S18, spec 1). */
export const SWITCH = "config_command_substitution";

/** A string of a layer that holds `$(` or `${`. */
export interface Authored {
  readonly path: Path;
  readonly node: Scalar;
  readonly scan: Scan;
}

/** Every string value with something in it that looks like a substitution, in the order of the text. Keys are never looked at. */
export function authoredIn(root: Node, path: Path = []): readonly Authored[] {
  if (root.kind === "sequence") return root.items.flatMap((item, index) => authoredIn(item, [...path, index]));
  if (root.kind === "mapping")
    return Array.from(root.entries).flatMap(([key, { value }]) => authoredIn(value, [...path, key]));
  if (typeof root.value !== "string" || !/\$[({]/.test(root.value)) return [];
  return [{ path, node: root, scan: scan(root.value) }];
}

/** Whether the user turned commands on: the boolean `true` in the global layer, nothing else. */
export function commandsAllowed(global: Json | undefined): boolean {
  return (
    typeof global === "object" &&
    global !== null &&
    Object.hasOwn(global, SWITCH) &&
    (global as Record<string, Json>)[SWITCH] === true
  );
}

/** A substitution as it may be shown: the name of a variable says nothing of its value, a command may hold anything. */
export function sketch(part: Substitution): string {
  if (part.kind === "command") return "`$(…)`";
  return part.kind === "variable" ? `\`\${${part.name}}\`` : `\`\${${part.name}:-…}\``;
}
