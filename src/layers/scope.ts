/** Keeps a project away from what belongs to the user alone (S11, spec 1): presence is enough, whatever the value. */

import type { Finding } from "../diagnostic/finding.js";
import { find, type Mapping } from "../document/node.js";
import { changeTree } from "../edit/change.js";
import { configShape } from "../schema/shape.js";
import { formatPath, type Path } from "../text/path.js";
import { quote } from "../text/printable.js";

/** The keys that only the global layer may hold. */
const globalOnly: ReadonlySet<string> = new Set(
  [...configShape.properties].filter(([, { schema }]) => schema["x-scope"] === "global").map(([key]) => key),
);

/** The settings inside other keys that are taken from the global layer only (S4). A project that has one is merely not heard. */
const unheard: readonly Path[] = [...configShape.properties].flatMap(([key, { properties }]) =>
  [...properties].flatMap(([inner, { schema }]) => (schema["x-scope"] === "global" ? [[key, inner]] : [])),
);

/** The places of a project's tree that are not a project's to set or erase. */
export function outOfScope(root: Mapping): readonly Path[] {
  const forbidden = Array.from(root.entries.keys()).filter((key) => globalOnly.has(key));
  return [...forbidden.map((key) => [key]), ...unheard.filter((path) => find(root, path) !== undefined)];
}

/** A tree without some of its places. */
export function without(root: Mapping, places: readonly Path[]): Mapping {
  return places.reduce<Mapping>((tree, path) => changeTree(tree, { kind: "delete", path }), root);
}

/** Whose the key is: the user's own tree, and the name of its file. */
export interface Owner {
  readonly root: Mapping | undefined;
  readonly file: string;
}

/** One finding for each such key in a project. */
export function scopeFindings(project: Mapping, owner: Owner | undefined): readonly Finding[] {
  const forbidden = [...project.entries]
    .filter(([key]) => globalOnly.has(key))
    .map(([key, { value }]) => finding(key, value.kind === "scalar" && value.value === null, owner));
  return [...forbidden, ...unheard.filter((path) => find(project, path) !== undefined).map(unheardFinding)];
}

function unheardFinding(path: Path): Finding {
  return {
    rule: "effect/inert",
    at: { path, part: "key" },
    message: `${quote(formatPath(path))} has no effect in a project`,
    label: "taken from the global config only",
    help: "set it in the global config",
    proposals: [{ title: "remove it", safe: true, changes: [{ kind: "delete", path }] }],
  };
}

function finding(key: string, erases: boolean, owner: Owner | undefined): Finding {
  const path = [key];
  const isSet = owner?.root?.entries.has(key) ?? false;
  return {
    rule: "layer/global-only",
    at: { path, part: "key" },
    message: `a project config must not set or erase ${quote(key)}`,
    label: erases && isSet ? "`null` here would erase the global value" : "has no effect in a project",
    related: isSet
      ? [
          {
            at: { path, part: "key", layer: "global" },
            message: "owned by the global config; this value stays in effect",
          },
        ]
      : [],
    help: `to change ${quote(key)}, edit ${owner === undefined ? "the global config" : quote(owner.file)}`,
    proposals: [{ title: `delete ${quote(key)}`, safe: true, changes: [{ kind: "delete", path }] }],
  };
}
