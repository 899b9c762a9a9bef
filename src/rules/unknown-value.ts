/** The words for a value that is not one of those accepted. */
import type { PathAnchor } from "../diagnostic/anchor.js";
import { quote } from "../text/quote.js";
import { name, oneOf, rewrites, suggestion } from "./phrases.js";
import type { FactContext, Wording } from "./rule.js";

interface UnknownValue {
  readonly at: PathAnchor;
  readonly value: string;
  readonly accepted: readonly string[];
}

export function unknownValue({ at: { path }, value, accepted }: UnknownValue, { suggest }: FactContext): Wording {
  const suggestions = suggest(value, accepted);
  return {
    message: `${name(...path)} cannot be ${quote(value)}`,
    ...suggestion(suggestions),
    help: oneOf(accepted),
    fixes: rewrites(suggestions, (to) => ({ kind: "replace", path, value: to })),
  };
}
