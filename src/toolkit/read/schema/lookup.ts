/** Looks up paths in the schema, in every variant that has them, chosen or not. */
import { indexOfStep, type Path } from "../../../text/path.js";
import { keyShape, type Shape } from "./shape.js";
import { nearMisses } from "./unknown-key.js";

/** A tag that a place depends on, and the values that give it the same meaning. */
export interface Condition {
  readonly tag: Path;
  readonly values: readonly string[];
}

export interface Meaning {
  readonly path: Path;
  readonly shape: Shape;
  readonly conditions: readonly Condition[];
}

/** The meanings of a path below a shape; several if variants disagree, empty if no variant has it. */
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
    const items = indexOfStep(step) === undefined ? undefined : shape.items;
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

/** The meanings of a key in the variants that have it; variants with the same meaning share one. */
function inVariants(variants: ReadonlyMap<string, Shape>, key: string): readonly InVariants[] {
  const meanings = new Map<string, InVariants>();
  for (const [value, variant] of variants) {
    const shape = keyShape(variant, key);
    if (shape === undefined) continue;
    const same = JSON.stringify(shape.schema);
    meanings.set(same, { shape, values: [...(meanings.get(same)?.values ?? []), value] });
  }
  return [...meanings.values()];
}

/**
 * Whether a path can exist in a configuration: `named` if the schema has it, `open` in a block with keys outside the schema (S26), and
 * `none` for any other path, also for one close to a key of such a block (S28).
 */
export function knowledgeOf(root: Shape, path: Path): "named" | "open" | "none" {
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

/** Whether a key fits only because its shape is open. */
function isUnshown(shape: Shape, step: string | number): boolean {
  const { open, properties, rest, tag } = shape;
  const isShown = properties.has(String(step)) || rest !== undefined || tag !== undefined;
  return typeof step === "string" && open && !isShown;
}

/** Whether a key is similar to one of a shape. */
function isNear(shape: Shape, step: string | number): boolean {
  return nearMisses(new Map([[String(step), undefined]]), shape).length > 0;
}

/** The names of a shape's keys, with those of all variants. */
export function keysIn({ properties, tag }: Shape): readonly string[] {
  const inAll = [...(tag?.variants.values() ?? [])].flatMap((variant) => [...variant.properties.keys()]);
  return [...new Set([...properties.keys(), ...inAll])];
}
