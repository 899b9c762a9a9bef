/** The names and values of other tools for our keys (`x-aliases`, `x-idioms`, `x-value-aliases`). */
import { oncePer } from "../../../text/once.js";
import { isSameWord, plainName } from "../../../text/suggest.js";
import type { Shape } from "./shape.js";

/** One of our keys, found by another tool's name for it. */
export interface Alias {
  readonly key: string;
  /** Whether the other tool's value has the opposite meaning. */
  readonly isOpposite: boolean;
  /** The form of the value here, for display; undefined if the value stays the same. */
  readonly idiom: string | undefined;
}

/** The key of an object that another tool's name means; undefined for a name outside the tables. */
export function aliasOf(written: string, { properties }: Shape): Alias | undefined {
  return aliasesOf(properties).get(plainName(written));
}

/** Aliases by foreign name; of two keys with the same foreign name, the first. */
const aliasesOf = oncePer((properties: Shape["properties"]): ReadonlyMap<string, Alias> => {
  const all = Array.from(properties, ([key, { schema }]): readonly (readonly [string, Alias])[] => [
    ...(schema["x-aliases"] ?? []).map((name) => {
      const isOpposite = name.startsWith("!");
      return [plainName(name.replace("!", "")), { key, isOpposite, idiom: undefined }] as const;
    }),
    ...Object.entries(schema["x-idioms"] ?? {}).map(
      ([name, idiom]) => [plainName(name), { key, isOpposite: false, idiom }] as const,
    ),
  ]);
  return new Map(all.flat().toReversed());
});

/** The text that names the place of a key of another tool (`x-elsewhere`). */
export function insteadOf(written: string, { schema }: Shape): string | undefined {
  return Object.entries(schema["x-elsewhere"] ?? {}).find(([, names]) =>
    names.some((name) => isSameWord(name, written)),
  )?.[0];
}

/** Our values for a value of another tool; empty for a value outside the tables. */
export function valueAliasesOf(written: string, { schema }: Shape): readonly string[] {
  const [, key = []] =
    Object.entries(schema["x-value-aliases"] ?? {}).find(([alias]) => isSameWord(alias, written)) ?? [];
  return typeof key === "string" ? [key] : key;
}
