/** A key that its object does not have: whether another variant or another place has it, and what could stand there. */
import { keyAt } from "../diagnostic/anchor.js";
import type { Path } from "../text/path.js";
import { suggest } from "../text/suggest.js";
import type { SchemaFact } from "./facts.js";
import { fitsType } from "./fits.js";
import type { ObjectPlace, Place } from "./place.js";
import type { Shape } from "./shape.js";
import type { Where } from "./where.js";

/** A fact for each; `renames`: the required keys that some of them were probably meant to be. */
export function unknownKeyFacts(
  keys: readonly string[],
  renames: ReadonlyMap<string, string>,
  object: ObjectPlace,
  variant: Shape,
  { path, merged, around }: Where,
  isProject: boolean,
): readonly SchemaFact[] {
  const { shape, entries } = object;
  const tag = shape?.tag?.key ?? "";
  const rule = shape?.schema["x-rule"];
  const allowed = isProject ? withoutGlobalOnly(variant) : variant;
  const outside = isProject ? around && withoutGlobalOnly(around) : around;
  const free = [...allowed.properties].filter(([name]) => !entries.has(name));
  const accepted = free.map(([name]) => name);
  const isStrict = variant.schema["x-strict"] === true;
  return keys.map((key) => {
    const at = keyAt(...path, key);
    const elsewhere = shape === undefined ? [] : variantsWith(shape, key);
    if (elsewhere.length > 0 && (!entries.has(tag) || rule !== undefined)) {
      const chosen = textOf(entries.get(tag) ?? (merged?.kind === "object" ? merged.entries.get(tag) : undefined));
      const foreign = { at, key, tag, chosen, elsewhere };
      return entries.has(tag) ? { kind: "foreign-key", ...foreign, rule } : { kind: "variant-mismatch", ...foreign };
    }
    const place = entries.get(key);
    const fitting = free.filter(([, child]) => place !== undefined && fitsType(place, child)).map(([name]) => name);
    const about = { isStrict, required: renames.get(key), accepted, fitting, elsewhere };
    return { kind: "unknown-key", at, key, ...about, nearby: nearby(key, allowed, path, outside) };
  });
}

function textOf(place: Place | undefined): string {
  return place?.kind === "scalar" ? String(place.value) : "";
}

/** The shape without the keys that are not for a project to write. */
function withoutGlobalOnly(shape: Shape): Shape {
  const properties = [...shape.properties].filter(([, { schema }]) => schema["x-scope"] !== "global");
  return { ...shape, properties: new Map(properties) };
}

/** The only place one level down or up that has a key; undefined where there is none, or a choice. */
function nearby(key: string, shape: Shape, path: Path, around: Shape | undefined): Path | undefined {
  const below = [...shape.properties].filter(([, child]) => hasKey(child, key)).map(([name]) => [...path, name, key]);
  const isAbove = around !== undefined && hasKey(around, key);
  const [only, ...others] = [...below, ...(isAbove ? [[...path.slice(0, -1), key]] : [])];
  return others.length === 0 ? only : undefined;
}

function hasKey(shape: Shape, key: string): boolean {
  return shape.properties.has(key) || variantsWith(shape, key).length > 0;
}

/** The tag values whose variant knows a key. */
function variantsWith({ tag }: Shape, key: string): readonly string[] {
  return [...(tag?.variants ?? [])].filter(([, variant]) => variant.properties.has(key)).map(([value]) => value);
}

/** Which unknown key is probably which missing one: `comand` beside a missing `command` is one mistake. */
export function pairUp(unknown: readonly string[], absent: readonly string[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const open = new Set(absent);
  for (const key of unknown) {
    // `key:value` without its space is a name with its value stuck to it.
    const [name = key] = key.split(/[:=]/, 1);
    const [best] = suggest(name, open);
    if (best === undefined) continue;
    renames.set(key, best);
    open.delete(best);
  }
  return renames;
}
