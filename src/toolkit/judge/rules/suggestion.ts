/** The label and fixes for a value that is close to a known name. */
import type { Path } from "../../../text/path.js";
import { quoteList } from "../../../text/quote.js";
import { isSameWord, isSlip, MOST_SUGGESTIONS } from "../../../text/suggest.js";
import { didYouMean, writing } from "./phrases.js";
import type { Names, Report, RuleContext } from "./rule.js";

interface Spelling {
  /** Makes the whole value from a name. */
  readonly spell?: (name: string) => string;
  /** Whether an unknown name is always a mistake. */
  readonly isCertain?: boolean;
  /** Whether the names are steps of a scale, such as efforts: one letter more is another step, and only the same word is certain. */
  readonly isScale?: boolean;
  /** A known name that the author cannot have meant. */
  readonly except?: string;
  /** Names that are meant although they are not close in spelling. */
  readonly others?: readonly string[];
}

/** Whether one name is a typing error of the other: not if their numbers differ, if one has an extra part, or if one is shorter than four. */
function isEvident(written: string, name: string): boolean {
  const numbers = (text: string): string => (text.match(/\d+/g) ?? []).join(".");
  const [short = "", long = ""] = [written, name].sort((a, b) => a.length - b.length);
  const hasMore = long.startsWith(short) && /^[^A-Za-z0-9]/.test(long.slice(short.length));
  return short.length >= 4 && numbers(written) === numbers(name) && !hasMore;
}

/** A label and fixes for a misspelt value; empty without a close name. */
export function respelling(
  context: Pick<RuleContext, "suggest">,
  path: Path,
  written: string,
  known: Names,
  { spell = (name) => name, isCertain = true, isScale = false, except, others = [] }: Spelling = {},
): Pick<Report, "label" | "fixes"> {
  const close = others.length > 0 ? others : context.suggest(written, known);
  const alike = close.filter((name) => name !== except).slice(0, MOST_SUGGESTIONS);
  if (alike.length === 0) return {};
  const isMeant = (to: string): boolean =>
    isScale ? isSameWord(written, to) : isEvident(written, to) && isSlip(written, to);
  const isAccent = alike.some((name) => name.normalize() === written.normalize());
  return {
    label: isAccent ? `the same letters, made of other characters, as in ${quoteList(alike)}` : didYouMean(alike),
    fixes: alike.map((to) =>
      writing(spell(to), {
        safe: isCertain && alike.length === 1 && others.length === 0 && isMeant(to),
        changes: [{ kind: "replace", path, value: spell(to) }],
      }),
    ),
  };
}

/** Whether a label suggests another text. Other labels describe the marked one. */
export function isSuggestion(label: string | undefined): label is string {
  return label !== undefined && /^(?:did you mean|the same letters,)/.test(label);
}
