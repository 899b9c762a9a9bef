/** What to say about a value that is close to a name that exists. */
import type { Path } from "../text/path.js";
import { quote, quoteList } from "../text/quote.js";
import { isSlip, MOST_SUGGESTIONS } from "../text/suggest.js";
import { didYouMean } from "./phrases.js";
import type { Names, Report, RuleContext } from "./rule.js";

interface Spelling {
  /** Makes the whole value of a name. */
  readonly spell?: (name: string) => string;
  /** Whether a name that is not known cannot be right. */
  readonly isCertain?: boolean;
  /** A known name that cannot be meant. */
  readonly except?: string;
  /** Names that are meant, although they are spelt otherwise. */
  readonly others?: readonly string[];
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
  { spell = (name) => name, isCertain = true, except, others = [] }: Spelling = {},
): Pick<Report, "label" | "fixes"> {
  const close = others.length > 0 ? others : context.suggest(written, known);
  const alike = close.filter((name) => name !== except).slice(0, MOST_SUGGESTIONS);
  if (alike.length === 0) return {};
  const isAccent = alike.some((name) => name.normalize() === written.normalize());
  return {
    label: isAccent ? `the same letters, made of other characters, as in ${quoteList(alike)}` : didYouMean(alike),
    fixes: alike.map((to) => ({
      title: `write ${quote(spell(to))}`,
      safe: isCertain && alike.length === 1 && others.length === 0 && isEvident(written, to) && isSlip(written, to),
      changes: [{ kind: "replace", path, value: spell(to) }],
    })),
  };
}
