/** The written values at a path that are not in effect, also as a part of a whole that is not. */
import { itemAt, type Path } from "../text/path.js";
import { type Setting, type Shadowed, shadowedAt } from "../toolkit/mean/configuration/setting.js";
import type { Place } from "../toolkit/read/schema/place.js";

/** Those of the nearest whole last. */
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
