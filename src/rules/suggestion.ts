/** What to say about a value that is close to a name that exists. */
import type { Path } from "../text/path.js";
import { quote } from "../text/quote.js";
import { didYouMean } from "./phrases.js";
import type { Names, Report, RuleContext } from "./rule.js";

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
export function respelling(
  context: Pick<RuleContext, "suggest">,
  path: Path,
  written: string,
  known: Names,
  { spell = (name) => name, isCertain = true }: Spelling = {},
): Pick<Report, "label" | "fixes"> {
  const alike = context.suggest(written, known);
  if (alike.length === 0) return {};
  return {
    label: didYouMean(alike),
    fixes: alike.map((to) => ({
      title: `write ${quote(spell(to))}`,
      safe: isCertain && alike.length === 1 && isEvident(written, to),
      changes: [{ kind: "replace", path, value: spell(to) }],
    })),
  };
}
