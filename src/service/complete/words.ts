/** The words of the schema about a place: descriptions and meanings, which the shapes that a program checks with do not have. */
import type { Place } from "../../toolkit/read/schema/place.js";
import { keyShape, type Shape } from "../../toolkit/read/schema/shape.js";

/** The described shape of a key or an item of a place. `described`: that of the place. */
export function describedIn(described: Shape | undefined, place: Place, step: string | number): Shape | undefined {
  if (described === undefined || place.kind === "scalar") return undefined;
  if (place.kind === "list") return described.items;
  const key = String(step);
  const own = described.properties.get(key);
  if (own !== undefined || described.tag === undefined) return own ?? keyShape(described, key);
  const { variants } = described.tag;
  const [chosen] = [...(place.shape?.tag?.variants ?? [])].find(([, variant]) => variant === place.variant) ?? [];
  const variant = chosen === undefined ? undefined : variants.get(chosen);
  if (variant !== undefined) return keyShape(variant, key);
  return [...variants.values()].flatMap(({ properties }) => properties.get(key) ?? [])[0];
}
