/** What other tools call the keys and values of ours (`x-aliases`, `x-idioms`, `x-value-aliases`). */
import { isSameWord } from "../text/suggest.js";
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
  for (const [key, { schema }] of properties) {
    const name = schema["x-aliases"]?.find((alias) => isSameWord(alias.replace("!", ""), written));
    if (name !== undefined) return { key, isOpposite: name.startsWith("!"), idiom: undefined };
    const idiom = Object.entries(schema["x-idioms"] ?? {}).find(([alias]) => isSameWord(alias, written))?.[1];
    if (idiom !== undefined) return { key, isOpposite: false, idiom };
  }
  return undefined;
}

/** The value that is meant by a foreign one; undefined for one that no table has. */
export function valueAliasOf(written: string, { schema }: Shape): string | undefined {
  return Object.entries(schema["x-value-aliases"] ?? {}).find(([alias]) => isSameWord(alias, written))?.[1];
}
