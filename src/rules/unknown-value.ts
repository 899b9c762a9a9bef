/** The words for a value that is not one of those accepted. */
import type { PathAnchor } from "../diagnostic/anchor.js";
import { quote } from "../text/quote.js";
import { name, oneOf, rewrites, suggestion } from "./phrases.js";
import type { FactContext, Wording } from "./rule.js";

interface UnknownValue {
  readonly at: PathAnchor;
  readonly value: string;
  readonly accepted: readonly string[];
  readonly alias: string | undefined;
}

export function unknownValue(
  { at: { path }, value, accepted, alias }: UnknownValue,
  { suggest, suggestWords }: FactContext,
): Wording {
  const close = alias === undefined ? suggest(value, accepted) : [alias];
  const suggestions = close.length > 0 ? close : suggestWords(value, accepted);
  return {
    message: `${name(...path)} cannot be ${quote(value)}`,
    ...suggestion(suggestions),
    help: oneOf(accepted),
    fixes: rewrites(value, suggestions, (to) => ({ kind: "replace", path, value: to })),
  };
}
