/** S26: `data`, `updates`, `telemetry` and `tui` stay open. Spec 2.7: in `permissions` an unknown key is an error. */
import { lacksSpace } from "../../text/colon.js";
import { formatPath } from "../../text/path.js";
import { quote, quoteList } from "../../text/quote.js";
import type { FactOf } from "../fact.js";
import { didYouMean, name, rewrites, suggestion } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unknown-key"> = {
  id: "schema/unknown-key",
  severity: "warning",
  summary: "a key that the configuration does not have",
  fixable: true,
  words: {
    "unknown-key": (fact, { suggest }) => {
      const { at, key, isStrict, required, elsewhere } = fact;
      const parent = at.path.slice(0, -1);
      const suggestions = required === undefined ? suggest(key, fact.fitting) : [required];
      const where = parent.length === 0 ? "" : ` in ${name(...parent)}`;
      const consequence = required === undefined ? "" : `, and the required ${quote(required)} is missing`;
      const help = helpFor(fact, suggestions);
      // Of a name with its value stuck to it, the value may be secret.
      const isJoined = /[:=]/.test(key);
      return {
        ...(isStrict || required !== undefined ? { severity: "error" } : {}),
        message: `unknown key ${quote(key.replace(/[:=].+$/s, "…"))}${where}${consequence}`,
        ...suggestion(suggestions),
        ...(elsewhere.length === 0 ? {} : { notes: [`${quote(key)} belongs to ${quoteList(elsewhere)}`] }),
        ...(help === undefined ? {} : { help }),
        fixes: isJoined ? [] : rewrites(suggestions, (to) => ({ kind: "rename", path: at.path, to })),
      };
    },
  },
};

function helpFor({ key, nearby, accepted }: FactOf<"unknown-key">, suggestions: readonly string[]): string | undefined {
  if (lacksSpace(key)) return "a `:` needs a space after it";
  if (suggestions.length > 0) return undefined;
  if (nearby !== undefined) return didYouMean([formatPath(nearby)]);
  return accepted.length === 0 ? undefined : `keys that could stand here: ${quoteList(accepted)}`;
}
