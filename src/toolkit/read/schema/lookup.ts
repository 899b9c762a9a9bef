/** What the schema says of a path in any configuration: in every variant that has it, whichever is chosen. */
import type { Path } from "../../../text/path.js";
import { keyShape, type Shape } from "./shape.js";
import { nearMisses } from "./unknown-key.js";

/** What has to be chosen for a place to exist: a tag, and the values that give it the same meaning. */
export interface Condition {
  readonly tag: Path;
  readonly values: readonly string[];
}

export interface Meaning {
  readonly path: Path;
  readonly shape: Shape;
  readonly conditions: readonly Condition[];
}

/** The meanings of a path below a shape; several where variants disagree, none where no variant has it. */
export function meaningsOf(root: Shape, path: Path): readonly Meaning[] {
  return path.reduce<readonly Meaning[]>(
    (meanings, step) => meanings.flatMap((one) => meaningsIn(one, step)),
    [{ path: [], shape: root, conditions: [] }],
  );
}

/** The meanings of one step further down. */
export function meaningsIn({ path, shape, conditions }: Meaning, step: string | number): readonly Meaning[] {
  const at = [...path, step];
  if (typeof step === "number" || shape.items !== undefined) {
    const items = /^\d+$/.test(String(step)) ? shape.items : undefined;
    return items === undefined ? [] : [{ path: at, shape: items, conditions }];
  }
  const own = keyShape(shape, step);
  if (own !== undefined) return [{ path: at, shape: own, conditions }];
  if (shape.tag === undefined) return [];
  const { key, variants } = shape.tag;
  return inVariants(variants, step).map(({ shape: child, values }) => {
    const isShared = values.length === variants.size;
    return {
      path: at,
      shape: child,
      conditions: isShared ? conditions : [...conditions, { tag: [...path, key], values }],
    };
  });
}

interface InVariants {
  readonly shape: Shape;
  readonly values: readonly string[];
}

/** What a key means in the variants that have it, those together that agree. */
function inVariants(variants: ReadonlyMap<string, Shape>, key: string): readonly InVariants[] {
  const found = new Map<string, InVariants>();
  for (const [value, variant] of variants) {
    const shape = keyShape(variant, key);
    if (shape === undefined) continue;
    const same = JSON.stringify(shape.schema);
    found.set(same, { shape, values: [...(found.get(same)?.values ?? []), value] });
  }
  return [...found.values()];
}

/**
 * Whether a configuration has such a place: the schema has a name for it; it is in a block that takes keys which the schema does not show
 * (S26); or it is none, as also where it is close to a key of such a block (S28).
 */
export function standingOf(root: Shape, path: Path): "named" | "open" | "none" {
  let meanings: readonly Meaning[] = [{ path: [], shape: root, conditions: [] }];
  for (const step of path) {
    const below = meanings.flatMap((one) => meaningsIn(one, step));
    if (below.length === 0) return "none";
    if (meanings.every(({ shape }) => isUnshown(shape, step)))
      return meanings.every(({ shape }) => isNear(shape, step)) ? "none" : "open";
    meanings = below;
  }
  return "named";
}

/** Whether only that a shape is open makes room for a key. */
function isUnshown(shape: Shape, step: string | number): boolean {
  const { open, properties, rest, tag } = shape;
  const isShown = properties.has(String(step)) || rest !== undefined || tag !== undefined;
  return typeof step === "string" && open && !isShown;
}

/** Whether a key is close to one that a shape has. */
function isNear(shape: Shape, step: string | number): boolean {
  return nearMisses(new Map([[String(step), undefined]]), shape).length > 0;
}

/** The names that the schema has for keys of a shape, those of all variants included. */
export function keysIn({ properties, tag }: Shape): readonly string[] {
  const inAll = [...(tag?.variants.values() ?? [])].flatMap((variant) => [...variant.properties.keys()]);
  return [...new Set([...properties.keys(), ...inAll])];
}
