/** Two places that do not go together: reported where the higher layer wrote, for that is what made it a mistake. */
import type { PathAnchor } from "../diagnostic/finding.js";
import type { Report, View } from "./rule.js";

/** A place that takes part, and a few words to stand beside it. */
export interface Side {
  readonly at: PathAnchor;
  readonly label: string;
}

interface Contradiction {
  readonly where: Pick<Report, "at" | "label" | "related">;
  /** Whether the first of the two places is the one to mend. */
  readonly isFirst: boolean;
}

/** Where to report, and the other place; in one layer, the first of the two is the one to mend. */
export function between(view: View, first: Side, second: Side): Contradiction {
  const [main] = view.newestFirst(first.at.path, second.at.path);
  const isFirst = main === first.at.path;
  const [here, there] = isFirst ? [first, second] : [second, first];
  return {
    where: { at: here.at, label: here.label, related: [{ at: there.at, message: there.label }] },
    isFirst,
  };
}
