/** Searches for names that are close to a written one, within a budget for each run. */
import type { suggest } from "../../../text/suggest.js";
import type { FactContext, Names } from "../rules/rule.js";

/** The most comparisons for the names of one place: thousands of unknown names are not thousands of typing errors. */
const MOST_COMPARISONS = 50_000;

/** A search for names that stops at its budget of comparisons. */
export function frugal(search: typeof suggest): FactContext["suggest"] {
  const spent = new Map<Names, number>();
  return (written, names) => {
    const size = "size" in names ? names.size : names.length;
    const comparisons = (spent.get(names) ?? 0) + size;
    spent.set(names, comparisons);
    if (comparisons > Math.max(MOST_COMPARISONS, size)) return [];
    return search(written, "get" in names ? names.keys() : names);
  };
}
