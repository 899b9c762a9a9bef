/** One value of a configuration with its secrets hidden, exactly as in the whole configuration, and at a part of the cost. */
import { itemAt, type Path } from "../../text/path.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import { entryAt, itemSecrecy, type Secrecy } from "../../toolkit/mean/redaction/secrecy.js";
import type { Json } from "../../toolkit/read/document/data.js";
import type { Place } from "../../toolkit/read/schema/place.js";

/** The value at a path of a whole configuration; undefined without one. Visits only the path and the value. */
export function shownAt(redactor: Redactor, root: Place, path: Path): Json | undefined {
  return shown(redactor, root, path, "open");
}

/** `around`: the secrecy of the place's surroundings; at the end of the path, of the place itself. */
function shown(redactor: Redactor, place: Place, [step, ...inside]: Path, around: Secrecy): Json | undefined {
  if (step === undefined) return redactor.json(place, [], around);
  if (place.kind === "object") {
    const child = entryAt(place, String(step), around);
    return child && shown(redactor, child.place, inside, child.secrecy);
  }
  const item = place.kind === "list" ? itemAt(place.items, step) : undefined;
  if (place.kind !== "list" || item === undefined) return undefined;
  // An argument may be secret because of the one before it.
  const all = item.kind === "scalar" && inside.length === 0 ? redactor.json(place, [], around) : undefined;
  return Array.isArray(all) ? itemAt(all, step) : shown(redactor, item, inside, itemSecrecy(item, around));
}
