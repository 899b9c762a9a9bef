/** What to say about a name that is close to one that exists. */
import type { Path } from "../path.js";
import { quote, quoteList } from "../printable.js";
import { suggest } from "../schema/suggest.js";
import type { Report } from "./rule.js";

/** A label and fixes for a misspelt value; nothing when no name is close. `spell` makes the whole value of a name. */
export function didYouMean(
  path: Path,
  written: string,
  known: Iterable<string>,
  spell: (name: string) => string = (name) => name,
): Pick<Report, "label" | "proposals"> {
  const alike = suggest(written, known);
  if (alike.length === 0) return {};
  return {
    label: `did you mean ${quoteList(alike)}?`,
    proposals: alike.map((to) => ({
      title: `write ${quote(spell(to))}`,
      safe: alike.length === 1,
      changes: [{ kind: "replace", path, value: spell(to) }],
    })),
  };
}
