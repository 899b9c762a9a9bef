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

/** One finding for each such key in a project; `global` is the user's own tree, where there is one. */
export function scopeFindings(project: Mapping, global: Mapping | undefined): readonly Finding[] {
  return [...project.entries]
    .filter(([key]) => globalOnly.has(key))
    .map(([key, { value }]) => finding(key, value.kind === "scalar" && value.value === null, global));
}

function finding(key: string, erases: boolean, global: Mapping | undefined): Finding {
  const path = [key];
  const owned = global?.entries.has(key) ?? false;
  return {
    rule: "layer/global-only",
    at: { path, part: "key" },
    message: `project config must not set or erase ${quote(key)}`,
    label: erases ? "`null` here would erase the global value" : "has no effect in a project",
    related: owned
      ? [
          {
            at: { path, part: "key", layer: "global" },
            message: "owned by the global config; this value stays in effect",
          },
        ]
      : [],
    notes: [`${quote(key)} can only come from the global config`],
    help: `to change ${quote(key)}, edit the global config`,
    proposals: [{ title: `delete ${quote(key)}`, safe: true, changes: [{ kind: "delete", path }] }],
  };
}
