/** The words for a tag that the other keys of its mapping contradict. */
import { quote, quoteList } from "../../../text/quote.js";
import type { FactOf } from "./fact.js";
import { name, writing } from "./phrases.js";
import type { Wording } from "./rule.js";

export function wrongVariant({ at: { path }, chosen, fitting }: FactOf<"wrong-variant">): Wording {
  const [only, ...others] = fitting;
  return {
    message: `${name(...path)} is ${quote(chosen)}, but the other keys belong to ${quoteList(fitting)}`,
    help: `write ${quoteList(fitting)}, or the keys of ${quote(chosen)}`,
    fixes:
      only === undefined || others.length > 0
        ? []
        : [writing(only, { safe: false, changes: [{ kind: "replace", path, value: only }] })],
  };
}
