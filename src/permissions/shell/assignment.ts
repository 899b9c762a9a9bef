/** Words that set a variable. */
import type { Assignment } from "./script.js";
import type { Word } from "./word.js";

/** A word such as `NAME=value`; undefined for another one. A name that is empty is one that the shell calculates. */
export function assignmentOf({ source, literal, ...word }: Word): Assignment | undefined {
  const [whole, name] = /^([A-Za-z_]\w*)\+?=/.exec(source) ?? /^([A-Za-z_]\w*)\[/.exec(source) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  // A subscript is calculated.
  if (whole.endsWith("["))
    return source.includes("]=") || source.includes("]+=")
      ? { name: "", value: { ...word, source, literal: undefined } }
      : undefined;
  const rest = literal?.slice(whole.length);
  return { name, value: { ...word, source: source.slice(whole.length), literal: rest } };
}
