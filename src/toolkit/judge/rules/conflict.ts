/** Two places that contradict each other: the report points into the higher layer, which caused the contradiction. */
import type { Path } from "../../../text/path.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Report, RuleContext } from "./rule.js";

/** One of the two places, and a label for it. */
export interface Side {
  readonly at: PathAnchor;
  readonly label: string;
}

interface Contradiction {
  readonly where: Pick<Report, "at" | "label" | "related">;
  /** Whether the first of the two places is the one to mend. */
  readonly isFirst: boolean;
}

/** Both places, the one to report at and the other: the first of the two if one layer has both. */
export function between(context: RuleContext, first: Side, second: Side): Contradiction {
  const [main] = context.newestFirst(first.at.path, second.at.path);
  const isFirst = main === first.at.path;
  const [here, there] = isFirst ? [first, second] : [second, first];
  return {
    where: { at: here.at, label: here.label, related: [{ at: there.at, message: there.label }] },
    isFirst,
  };
}

/** Whether a setting is written in the same layer as another or above it: a higher layer may switch off a feature of a lower one. */
export function isOver(context: RuleContext, path: Path, reason: Path): boolean {
  return context.newestFirst(path, reason)[0] === path;
}
