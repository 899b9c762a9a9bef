/** A tag that is missing, misspelt or of the wrong type: the rest of its object cannot be judged. */
import { keyAt, valueAt } from "../diagnostic/anchor.js";
import type { Path } from "../text/path.js";
import { suggest } from "../text/suggest.js";
import type { SchemaFact } from "./facts.js";
import type { ObjectPlace, Place } from "./place.js";

/** What is wrong with the tag of an object; `isMine`: whether this layer is the one to report that there is none. */
export function tagFact({ shape, entries }: ObjectPlace, path: Path, isMine: boolean): readonly SchemaFact[] {
  if (shape?.tag === undefined) return [];
  const { key, variants } = shape.tag;
  const place = entries.get(key);
  const at = valueAt(...path, key);
  const accepted = [...variants.keys()];
  if (place?.kind === "scalar" && typeof place.value === "string") {
    return [{ kind: "unknown-variant", at, value: place.value, accepted }];
  }
  if (place !== undefined) return [{ kind: "wrong-tag", at, place, accepted }];
  const isVariant = (child: Place): boolean => child.kind === "scalar" && variants.has(String(child.value));
  const [misspelt] = [...entries].find(([name, child]) => isVariant(child) && suggest(name, [key]).length > 0) ?? [];
  if (misspelt !== undefined) {
    const about = { isStrict: false, required: key, accepted: [key], fitting: [key], elsewhere: [], nearby: undefined };
    return [{ kind: "unknown-key", at: keyAt(...path, misspelt), key: misspelt, ...about }];
  }
  if (!isMine) return [];
  const names = [...entries.keys()];
  const fitting = [...variants].filter(([, { properties }]) => names.every((name) => properties.has(name)));
  const likely = fitting.length === 1 && names.length > 0 ? fitting : [...variants];
  return [{ kind: "missing-tag", at: keyAt(...path), key, likely: likely.map(([value]) => value) }];
}
