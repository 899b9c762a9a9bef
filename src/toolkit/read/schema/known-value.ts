/** What the value of an unknown key tells about the key that was meant. */
import { isSameWord } from "../../../text/suggest.js";
import { type Alias, valueAliasesOf } from "./alias.js";
import type { KnownValue } from "./facts.js";
import { isAllowed } from "./fits.js";
import { mayBe, textOf } from "./may-be.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

/** Whether a value suits the key, or the idiom of the key, that another name means. */
export function isFor(place: Place, alias: Alias | undefined, { properties }: Shape): boolean {
  const shape = alias && properties.get(alias.key);
  return shape !== undefined && (alias?.idiom === undefined ? mayBe(place, shape) : place.kind === "scalar");
}

/** Whether a key accepts a value, or a word that means one of its values. */
export function takes(value: unknown, shape: Shape | undefined): boolean {
  if (shape === undefined || typeof value !== "string") return false;
  return isAllowed(value, shape) || valueAliasesOf(value, shape).length > 0;
}

/** The only free key with a mapping whose tag may have a key as its value: `oauth: { … }` for `auth: { type: oauth, … }`. */
export function variantOf(
  key: string,
  place: Place,
  free: readonly (readonly [string, Shape])[],
): KnownValue | undefined {
  if (place.kind !== "object") return undefined;
  const known = free.flatMap(([name, { tag }]): readonly KnownValue[] => {
    const text = tag && [...tag.variants.keys()].find((one) => isSameWord(one, key));
    return tag === undefined || text === undefined ? [] : [{ key: name, tag: tag.key, text }];
  });
  return known.length === 1 ? known[0] : undefined;
}

/** The only key whose values contain the written one; or the tag of the only mapping that has it. */
export function knowing(place: Place, { properties }: Shape): KnownValue | undefined {
  const text = textOf(place);
  if (!/[a-z]/.test(text) || COMMON.has(text)) return undefined;
  const known = [...properties].flatMap(([key, { values, tag }]): readonly KnownValue[] => {
    if (values?.includes(text) === true) return [{ key, tag: undefined, text }];
    return tag?.variants.has(text) === true ? [{ key, tag: tag.key, text }] : [];
  });
  return known.length === 1 ? known[0] : undefined;
}

/** Values that are words of many keys. */
const COMMON: ReadonlySet<string> = new Set(["auto", "always", "never", "none", "test", "other", "true", "false"]);
