/** Why a configuration has nothing at a path. */
import { formatPath, type Path } from "../text/path.js";
import { didYouMean, quote } from "../text/quote.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { leftOutAt } from "../toolkit/mean/configuration/effective.js";
import { pathsMeant } from "../toolkit/mean/configuration/meant.js";
import { knowledgeOf } from "../toolkit/read/schema/lookup.js";
import { configShape } from "../toolkit/read/schema/shape.js";
import { lostAt } from "./lost.js";

/** Why there is nothing at a path, with similar names. `hasDefault`: the path has a default. */
export function absenceOf({ effective, settings }: Snapshot, path: Path, hasDefault = false): string {
  const name = quote(formatPath(path));
  const meant = didYouMean(pathsMeant(settings, path).map((one) => quote(formatPath(one))));
  const standing = knowledgeOf(configShape, path);
  if (standing === "none") return `a configuration has no ${name}${meant}`;
  if (hasDefault) return `${name} is not set; \`--defaults\` shows its default`;
  const isWritten = lostAt(settings, path).length > 0 || leftOutAt(settings, effective, path) !== undefined;
  if (isWritten) return `${name} is written but not in effect; \`agentcfg explain\` says why`;
  return standing === "open"
    ? `${name} is not set, and agentcfg does not know it`
    : `${name} is known, not set${meant}`;
}
