/** Phrases that rules share. */
import { formatPath, type Path } from "../../../text/path.js";
import { enumerate, quote, quoteList } from "../../../text/quote.js";
import { isSlip } from "../../../text/suggest.js";
import type { Change } from "../../read/edit/change.js";
import type { Layer } from "../../read/layers/layer.js";
import type { Renames } from "../../read/schema/facts.js";
import type { Shape } from "../../read/schema/shape.js";
import type { SuggestedFix } from "./rule.js";

export function name(...path: Path): string {
  return path.length === 0 ? "the configuration" : quote(formatPath(path));
}

/** A file by its layer, as the subject of a sentence. */
export function fileOf({ scope, isPermissions }: Pick<Layer, "scope" | "isPermissions">): string {
  if (isPermissions) return scope === "global" ? "your permissions" : "the permissions of the project";
  return `the ${scope} config`;
}

/** The help for a key with its value joined to it. */
export const NEEDS_SPACE = "a `:` needs a space after it";

/** The help for another value in the place of a map. */
export const BY_NAME = { help: "write a mapping: the name of each is its key" } as const;

/** The help for a number that has a unit, or a `,` between its digits. */
export const IN_DIGITS = { help: "write the number out, in digits alone" } as const;

export function firstSentence(description: string): string {
  return description.split(/(?<=\.) /, 1)[0] ?? description;
}

export function didYouMean(names: readonly string[]): string {
  return `did you mean ${quoteList(names)}?`;
}

/** A label that suggests close names; empty without such names. */
export function suggestion(names: readonly string[]): { readonly label?: string } {
  return names.length === 0 ? {} : { label: didYouMean(names) };
}

/** The accepted values, as a help text. */
export function oneOf(values: readonly string[]): string {
  return `one of ${quoteList(values)}`;
}

/** One fix for each close name; safe if only one can be meant (S35). */
export function rewrites(
  written: string,
  names: readonly string[],
  change: (to: string) => Change,
): readonly SuggestedFix[] {
  const safe = names.length === 1 && names.every((to) => isSlip(written, to));
  return names.map((to) => writing(to, { safe, changes: [change(to)] }));
}

/** A fix that writes the value in its title. */
export function writing(
  text: string | number,
  { safe, changes }: Pick<SuggestedFix, "safe" | "changes">,
): SuggestedFix {
  return { title: `write ${quote(text)}`, safe, changes };
}

/** The key that turns an entry off without removing it (`x-off`). */
export function switchOf(entry: Shape): string | undefined {
  const variants = [entry, ...(entry.tag?.variants.values() ?? [])];
  const keys = variants.flatMap(({ properties }) => [...properties]);
  const [key, shape] = keys.find(([, { schema }]) => schema["x-off"] !== undefined) ?? [];
  return key === undefined ? undefined : `${key}: ${shape?.schema["x-off"]}`;
}

/** This agent's names for the keys of another tool. */
export function withNames(renames: Renames): string {
  return `with ${enumerate(
    renames.map(([name, to]) => `${quote(to)} for ${quote(name)}`),
    "and",
  )}`;
}

export function renamesIn(path: Path, renames: Renames): readonly Change[] {
  return renames.map(([name, to]) => ({ kind: "rename", path: [...path, name], to }));
}
