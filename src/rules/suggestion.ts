/** What to say about a name that is close to one that exists. */
import type { Path } from "../text/path.js";
import { quote, quoteList } from "../text/printable.js";
import { suggest } from "../text/suggest.js";
import type { Report } from "./rule.js";

/** How many comparisons the names of one section are worth: where thousands are unknown, nobody misspelt thousands. */
const MOST_COMPARISONS = 50_000;

const spent = new WeakMap<object, number>();

function isAffordable(known: ReadonlySet<string> | readonly string[]): boolean {
  const size = "size" in known ? known.size : known.length;
  const comparisons = (spent.get(known) ?? 0) + size;
  spent.set(known, comparisons);
  return comparisons <= Math.max(MOST_COMPARISONS, size);
}

interface Spelling {
  /** Makes the whole value of a name. */
  readonly spell?: (name: string) => string;
  /** Whether a name that is not known cannot be right. */
  readonly isCertain?: boolean;
}

/** Names that differ in their numbers alone are two names, and in a very short one every letter counts. */
function isEvident(written: string, name: string): boolean {
  const letters = (text: string): string => text.replace(/\d+/g, "");
  return Math.min(written.length, name.length) >= 4 && letters(written) !== letters(name);
}

/** A label and fixes for a misspelt value; nothing when no name is close. */
export function didYouMean(
  path: Path,
  written: string,
  known: ReadonlySet<string> | readonly string[],
  { spell = (name) => name, isCertain = true }: Spelling = {},
): Pick<Report, "label" | "proposals"> {
  const alike = isAffordable(known) ? suggest(written, known) : [];
  if (alike.length === 0) return {};
  return {
    label: `did you mean ${quoteList(alike)}?`,
    proposals: alike.map((to) => ({
      title: `write ${quote(spell(to))}`,
      safe: isCertain && alike.length === 1 && isEvident(written, to),
      changes: [{ kind: "replace", path, value: spell(to) }],
    })),
  };
}
