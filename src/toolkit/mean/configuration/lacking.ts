/** The required keys that an entry still lacks. */
import type { Path } from "../../../text/path.js";
import type { ObjectPlace } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import { type Setting, settingAt, shadowedAt } from "./setting.js";

/** The required keys that the object at a path lacks, whether the object is in effect or not. */
export function lackingAt(settings: Setting, path: Path): readonly string[] {
  const place = settingAt(settings, path) ?? shadowedAt(settings, path).at(-1)?.place;
  return place?.kind === "object" ? lackingKeys(place) : [];
}

/** While no variant is chosen: the tag, and the required keys of the only variant that all keys fit. */
function lackingKeys({ entries, shape, variant }: ObjectPlace): readonly string[] {
  const lacking = ({ schema: { required = [] } }: Shape): readonly string[] =>
    required.filter((key) => !entries.has(key));
  if (variant !== undefined) return lacking(variant);
  if (shape?.tag === undefined) return [];
  const { key, variants } = shape.tag;
  const names = [...entries.keys()].filter((name) => name !== key);
  const fitting = [...variants.values()].filter(({ properties }) => names.every((name) => properties.has(name)));
  const [only] = fitting;
  return [...new Set([key, ...(fitting.length === 1 && only !== undefined ? lacking(only) : [])])];
}
