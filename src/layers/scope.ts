/** Keeps a project away from what belongs to the user alone (S11, spec 1): presence is enough, whatever the value. */
import type { Mapping } from "../document/node.js";
import type { Finding } from "../finding.js";
import { quote } from "../printable.js";
import { configShape } from "../schema/shape.js";

/** The keys that only the global layer may hold. */
const globalOnly: ReadonlySet<string> = new Set(
  [...configShape.properties].filter(([, { schema }]) => schema["x-scope"] === "global").map(([key]) => key),
);

/** A project's tree without the keys that are not a project's to set or erase. */
export function withoutGlobalOnly(root: Mapping): Mapping {
  return { ...root, entries: new Map([...root.entries].filter(([key]) => !globalOnly.has(key))) };
}

/** Whose the key is: the user's own tree, and the name of its file. */
export interface Owner {
  readonly root: Mapping | undefined;
  readonly file: string;
}

/** One finding for each such key in a project. */
export function scopeFindings(project: Mapping, owner: Owner | undefined): readonly Finding[] {
  return [...project.entries]
    .filter(([key]) => globalOnly.has(key))
    .map(([key, { value }]) => finding(key, value.kind === "scalar" && value.value === null, owner));
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
