/** S26: `data`, `updates`, `telemetry` and `tui` stay open, but for near misses (S28). Spec 2.7: in `permissions` it is an error. */
import { keyAt } from "../../diagnostic/anchor.js";
import type { Change } from "../../edit/change.js";
import { lacksSpace } from "../../text/colon.js";
import { formatPath } from "../../text/path.js";
import { quote, quoteList } from "../../text/quote.js";
import { isSlip, MOST_SUGGESTIONS } from "../../text/suggest.js";
import type { FactOf } from "../fact.js";
import { didYouMean, name, rewrites, suggestion } from "../phrases.js";
import type { FactContext, Rule, SuggestedFix, Wording } from "../rule.js";

export const rule: Rule<"unknown-key"> = {
  id: "schema/unknown-key",
  severity: "warning",
  summary: "a key that the configuration does not have",
  fixable: true,
  words: {
    "unknown-key": (fact, context) => {
      const { at, key, isStrict, required, elsewhere } = fact;
      const parent = at.path.slice(0, -1);
      const where = parent.length === 0 ? "" : ` in ${name(...parent)}`;
      const consequence = required === undefined ? "" : `, and the required ${quote(required)} is missing`;
      return {
        ...(isStrict || required !== undefined ? { severity: "error" } : {}),
        // Of a name with its value stuck to it, the value may be secret.
        message: `unknown key ${quote(key.replace(/[:=].+/s, "…"))}${where}${consequence}`,
        ...(elsewhere.length === 0 ? {} : { notes: [`${quote(key)} belongs to ${quoteList(elsewhere)}`] }),
        ...guess(fact, context),
      };
    },
  },
};

type Guess = Pick<Wording, "label" | "help" | "fixes" | "related">;

/** What was probably meant: the most certain of what is known. */
function guess(fact: FactOf<"unknown-key">, context: FactContext): Guess {
  const { at, key, required, alias, fitting, nearby, taken } = fact;
  if (lacksSpace(key)) return { ...suggestion(close(fact, context)), help: "a `:` needs a space after it" };
  if (required !== undefined) return { label: didYouMean([meant(required, fact)]), fixes: renaming([required], fact) };
  if (alias?.idiom !== undefined) return { label: didYouMean([`${alias.key}: ${alias.idiom}`]) };
  if (alias !== undefined && fitting.includes(alias.key)) return { ...suggestion([alias.key]), fixes: aliasFix(fact) };
  const elsewhere = nearby.slice(0, MOST_SUGGESTIONS).map((path) => formatPath(path));
  const alike = close(fact, context);
  const isSure = elsewhere.length === 0 || alike.some((to) => isSlip(key, to));
  if (alike.length > 0 && isSure) return { ...suggestion(alike), fixes: renaming(alike, fact) };
  if (elsewhere.length > 0) return { help: didYouMean(elsewhere) };
  const present = alias === undefined ? context.suggest(key, taken) : [alias.key];
  const [there] = present;
  if (there !== undefined) {
    const related = [{ at: keyAt(...at.path.slice(0, -1), there), message: "is here already" }];
    return { label: `did you mean ${quote(there)}, which is there already?`, related };
  }
  const words = context.suggestWords(key, fitting);
  return words.length > 0 ? { ...suggestion(words), fixes: renaming(words, fact) } : { ...others(fact) };
}

function close({ key, required, fitting }: FactOf<"unknown-key">, { suggest }: FactContext): readonly string[] {
  return required === undefined ? suggest(key, fitting) : [required];
}

/** The keys that could stand there, if they are few; else where to read of them. */
function others({ at: { path }, accepted }: FactOf<"unknown-key">): Guess {
  if (accepted.length === 0) return {};
  if (accepted.length <= MOST_SUGGESTIONS) return { help: `keys that could stand here: ${quoteList(accepted)}` };
  const parent = formatPath(path.slice(0, -1));
  const subject = /[^\w.-]/.test(parent) ? `'${parent}'` : parent;
  return parent === "" ? {} : { help: `${quote(`agentcfg explain ${subject}`)} lists the keys that could stand here` };
}

function rename({ at: { path } }: FactOf<"unknown-key">): (to: string) => Change {
  return (to) => ({ kind: "rename", path, to });
}

function meant(key: string, { value }: FactOf<"unknown-key">): string {
  return value === undefined ? key : `${key}: ${value}`;
}

function renaming(names: readonly string[], fact: FactOf<"unknown-key">): readonly SuggestedFix[] {
  const { key, value, at } = fact;
  if (/[:=]/.test(key)) return [];
  const [only, ...more] = names;
  if (value === undefined || only === undefined || more.length > 0) return rewrites(key, names, rename(fact));
  const changes: readonly Change[] = [rename(fact)(only), { kind: "replace", path: at.path, value }];
  return [{ title: `write ${quote(meant(only, fact))}`, safe: false, changes }];
}

/** The same value by our name, or the opposite of it. */
function aliasFix(fact: FactOf<"unknown-key">): readonly SuggestedFix[] {
  const { alias, place, at } = fact;
  if (alias === undefined) return [];
  const { key: to, isOpposite } = alias;
  if (!isOpposite) return rewrites(fact.key, [to], rename(fact));
  if (place.kind !== "scalar" || typeof place.value !== "boolean") return [];
  const value = !place.value;
  const changes: readonly Change[] = [rename(fact)(to), { kind: "replace", path: at.path, value }];
  return [{ title: `write ${quote(`${to}: ${value}`)}`, safe: false, changes }];
}
