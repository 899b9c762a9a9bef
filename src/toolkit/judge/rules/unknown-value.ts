/** The words for a value that is not one of the accepted ones. */
import { quote } from "../../../text/quote.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import type { Renames } from "../../read/schema/facts.js";
import { name, oneOf, renamesIn, rewrites, suggestion, withNames } from "./phrases.js";
import type { FactContext, Wording } from "./rule.js";

interface UnknownValue {
  readonly at: PathAnchor;
  readonly value: string;
  readonly accepted: readonly string[];
  readonly aliases: readonly string[];
  readonly otherwise?: string;
  /** Keys next to a tag, with this agent's names for them. */
  readonly renames?: Renames;
}

export function unknownValue(
  { at: { path }, value, accepted, aliases, otherwise, renames = [] }: UnknownValue,
  { suggest, suggestWords }: FactContext,
): Wording {
  const bare = value.split(/#|\/\/|,|\(/, 1)[0]?.trim() ?? value;
  const known = bare !== value && accepted.includes(bare) ? [bare] : suggest(value, accepted);
  const close = aliases.length === 0 ? known : aliases;
  const suggestions = close.length > 0 ? close : suggestWords(value, accepted);
  return {
    message: `${name(...path)} cannot be ${quote(value)}`,
    ...suggestion(suggestions),
    help:
      renames.length > 0
        ? withNames(renames)
        : oneOf(accepted) + (otherwise === undefined || suggestions.length > 0 ? "" : `; ${otherwise}`),
    fixes: rewrites(value, suggestions, (to) => ({ kind: "replace", path, value: to })).map((fix) => ({
      ...fix,
      changes: [...fix.changes, ...renamesIn(path.slice(0, -1), renames)],
    })),
  };
}
