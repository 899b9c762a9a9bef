/** Explains why a configuration has no value in effect at a path, and finds the values written there. */
import { formatPath, itemAt, type Path } from "../text/path.js";
import { didYouMean, quote } from "../text/quote.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { leftOutAt } from "../toolkit/mean/configuration/effective.js";
import { type Setting, type Shadowed, shadowedAt } from "../toolkit/mean/configuration/setting.js";
import { pathsMeant } from "../toolkit/mean/configuration/similar-paths.js";
import { knowledgeOf } from "../toolkit/read/schema/lookup.js";
import type { Place } from "../toolkit/read/schema/place.js";
import { configShape } from "../toolkit/read/schema/shape.js";

/** Why no value is in effect at a path, with similar names. `hasDefault`: the path has a default. */
export function absenceOf({ effective, settings }: Snapshot, path: Path, hasDefault = false): string {
  const name = quote(formatPath(path));
  const suggestion = didYouMean(pathsMeant(settings, path).map((one) => quote(formatPath(one))));
  const knowledge = knowledgeOf(configShape, path);
  if (knowledge === "none") return `a configuration has no ${name}${suggestion}`;
  if (hasDefault) return `${name} is not set; \`--defaults\` shows its default`;
  const isWritten = lostAt(settings, path).length > 0 || leftOutAt(settings, effective, path) !== undefined;
  if (isWritten) return `${name} is written but not in effect; \`agentcfg explain\` says why`;
  return knowledge === "open"
    ? `${name} is not set, and agentcfg does not know it`
    : `${name} is known, not set${suggestion}`;
}

/**
 * The written values at a path that are not in effect, alone or as a part of a larger value; those of the nearest larger value come last.
 */
export function lostAt(settings: Setting, path: Path): readonly Shadowed[] {
  return path.flatMap((_, depth) =>
    shadowedAt(settings, path.slice(0, depth + 1)).flatMap((shadowed) => {
      const place = placeAt(shadowed.place, path.slice(depth + 1));
      return place === undefined ? [] : [{ ...shadowed, place }];
    }),
  );
}

function placeAt(root: Place, path: Path): Place | undefined {
  let place: Place | undefined = root;
  for (const step of path) {
    if (place?.kind === "object") place = place.entries.get(String(step));
    else place = place?.kind === "list" ? itemAt(place.items, step) : undefined;
  }
  return place;
}
