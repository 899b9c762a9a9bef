/** Removes settings from a project that belong to the user alone (S11, spec 1): presence is enough, whatever the value. */
import { once } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { keyAt } from "../diagnostic/anchor.js";
import { find, type Mapping } from "../document/node.js";
import { configShape, pathsTo } from "../schema/shape.js";
import type { LayerFact } from "./facts.js";

/** The places that only the global layer may set. */
const globalOnly = once(() => pathsTo(configShape, ({ schema }) => schema["x-scope"] === "global"));

/** The places of a project's tree that a project may not set or erase. */
export function outOfScope(root: Mapping): readonly Path[] {
  return globalOnly().filter((path) => find(root, path) !== undefined);
}

/** One fact for each such place. */
export function scopeFacts(root: Mapping, removed: readonly Path[]): readonly LayerFact[] {
  return removed.map((path) => {
    const at = keyAt(...path);
    if (path.length > 1) return { kind: "global-setting", at };
    const node = find(root, path)?.node;
    return { kind: "global-only", at, isNull: node?.kind === "scalar" && node.value === null };
  });
}
