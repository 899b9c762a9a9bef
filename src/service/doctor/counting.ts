/** What loading begins with, as far as that is known before a variable is looked at. */
import { isProjects, withoutMistakes, withoutProjectValues } from "../../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { isValidLeaf, leavesOf } from "../../toolkit/mean/substitution/leaves.js";

/**
 * The configuration without what is wrong in its project, a substitution that cannot be read included: such a value is left out, and what
 * lies below it counts. Each round leaves out at least one.
 */
export function countingOf(snapshot: Snapshot): Snapshot {
  const left = withoutMistakes(snapshot);
  const broken = leavesOf(left.complete, []).filter((leaf) => isProjects(leaf) && !isValidLeaf(leaf));
  return broken.length === 0 ? left : countingOf(withoutProjectValues(left, broken));
}
