/** Two places that do not go together: reported where the higher layer wrote, for that is what made it a mistake. */
import type { Path } from "../../../text/path.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Report, RuleContext } from "./rule.js";

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
export function between(context: RuleContext, first: Side, second: Side): Contradiction {
  const [main] = context.newestFirst(first.at.path, second.at.path);
  const isFirst = main === first.at.path;
  const [here, there] = isFirst ? [first, second] : [second, first];
  return {
    where: { at: here.at, label: here.label, related: [{ at: there.at, message: there.label }] },
    isFirst,
  };
}

/** Whether a setting was written in the layer of another or above it: a layer may well switch off what a lower one has set up. */
export function isOver(context: RuleContext, path: Path, reason: Path): boolean {
  return context.newestFirst(path, reason)[0] === path;
}
