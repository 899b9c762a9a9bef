/** The values of a field to choose from (P-S100): each with a label of its own, and the one that an answer means. */
import { beginningOf } from "../../../../text/beginning.js";
import type { Fields } from "../../tools/tool.js";
import { isFields } from "../listed.js";

/** Characters of a label, a description, a choice. */
const LONGEST = 500;
export const cut = (text: string): string =>
  (text.length > LONGEST ? `${beginningOf(text, LONGEST)}…` : text).toWellFormed();
export const textOr = (value: unknown, other: string): string =>
  typeof value === "string" && value !== "" ? value : other;

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The values to choose from, each with a label of its own; undefined where there is no list of them, and none for a list that is wrong. */
export function optionsIn(schema: Fields, hide: (text: string) => string): readonly Option[] | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = schema;
  const titled = oneOf ?? anyOf;
  const list: unknown = Array.isArray(titled)
    ? titled.map((one) => (isFields(one) ? [one["const"], one["title"]] : [undefined]))
    : Array.isArray(values)
      ? values.map((value, at) => [value, Array.isArray(names) ? names[at] : undefined])
      : (titled ?? values);
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return [];
  const options = new Map<string, Option>();
  for (const [value, title] of list) {
    if (typeof value !== "string") return [];
    const [label, own] = [hide(cut(textOr(title, value))), hide(cut(value))];
    const free = options.has(label) ? own : label;
    if (free.trim() !== "" && !options.has(free)) options.set(free, { value, label: free });
  }
  return [...options.values()];
}

export const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The value of a label, of the value itself, or of a number in the list where no label is a number. */
export function chosen(options: readonly Option[], said: string): string | undefined {
  const exact = options.find(({ label, value }) => label === said || value === said);
  const alike = exact ?? options.find(({ label, value }) => sameText(label, said) || sameText(value, said));
  if (alike !== undefined) return alike.value;
  const isNumbered = !options.some(({ label }) => /^\s*\d+\s*$/.test(label));
  return isNumbered && /^\s*\d{1,4}\s*$/.test(said) ? options[Number(said) - 1]?.value : undefined;
}
