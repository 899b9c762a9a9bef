/** What other tools call the keys and values of ours (`x-aliases`, `x-idioms`, `x-value-aliases`). */
import { oncePer } from "../../../text/once.js";
import { isSameWord, plainName } from "../../../text/suggest.js";
import type { Shape } from "./shape.js";

/** A key of ours that is meant by a key of another tool. */
export interface Alias {
  readonly key: string;
  /** Whether its value says the opposite. */
  readonly isOpposite: boolean;
  /** Where the same is said in another form: that form of the value, to be shown. */
  readonly idiom: string | undefined;
}

/** Which key of an object is meant by a foreign name; undefined for one that no table has. */
export function aliasOf(written: string, { properties }: Shape): Alias | undefined {
  return aliasesOf(properties).get(plainName(written));
}

/** By the foreign name; of two keys with one foreign name, the first. */
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

/** The values that may be meant by a foreign one; none for one that no table has. */
export function valueAliasesOf(written: string, { schema }: Shape): readonly string[] {
  const [, meant = []] =
    Object.entries(schema["x-value-aliases"] ?? {}).find(([alias]) => isSameWord(alias, written)) ?? [];
  return typeof meant === "string" ? [meant] : meant;
}
