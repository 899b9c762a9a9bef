/** The configuration that loading starts with, before any variable is read. */
import { isProjects, withoutMistakes, withoutProjectValues } from "../../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { isValidLeaf, leavesOf } from "../../toolkit/mean/substitution/leaves.js";

/**
 * The configuration without the mistakes of its project, including malformed substitutions: a mistaken value is left out, and the value
 * below it is in effect. Each round leaves out at least one.
 */
export function countingOf(snapshot: Snapshot): Snapshot {
  const left = withoutMistakes(snapshot);
  const broken = leavesOf(left.complete, []).filter((leaf) => isProjects(leaf) && !isValidLeaf(leaf));
  return broken.length === 0 ? left : countingOf(withoutProjectValues(left, broken));
}
