/** S13: what counts is the merged object; the layer that began it is the one to supply the key. */
import { settingAt } from "../../configuration/setting.js";
import type { Path } from "../../text/path.js";
import { quote, quoteList } from "../../text/quote.js";
import { didYouMean, firstSentence, name } from "../phrases.js";
import type { FactContext, Rule } from "../rule.js";

export const rule: Rule<"missing-keys" | "missing-tag"> = {
  id: "schema/missing-key",
  severity: "error",
  summary: "an object that lacks a required key",
  words: {
    "missing-keys": ({ at: { path }, keys, shape }, context) => {
      const described = keys.flatMap((key) => {
        const description = shape.properties.get(key)?.schema.description;
        return description === undefined ? [] : [`${quote(key)}: ${firstSentence(description)}`];
      });
      const alike = namesAlike(path, context);
      return {
        message: `${name(...path)} needs the ${keys.length === 1 ? "key" : "keys"} ${quoteList(keys, "and")}`,
        label: keys.length === 1 ? `${quote(keys[0] ?? "")} is missing` : "these keys are missing",
        notes: described,
        ...(alike.length === 0 ? {} : { help: didYouMean(alike) }),
      };
    },
    "missing-tag": ({ at: { path }, key, likely }, context) => {
      const choice =
        likely.length === 1
          ? `the other keys fit ${quote(`${key}: ${likely[0]}`)}`
          : `${quote(key)} is one of ${quoteList(likely)}`;
      const alike = namesAlike(path, context);
      return {
        message: `${name(...path)} needs the key ${quote(key)}`,
        label: `${quote(key)} is missing`,
        ...(alike.length === 0 ? { help: choice } : { notes: [choice], help: didYouMean(alike) }),
      };
    },
  },
};

/** Other entries of the map that an object is in, with a name like its own: that is what it may be a slip for. */
function namesAlike(path: Path, { settings, suggest }: FactContext): readonly string[] {
  const around = settingAt(settings, path.slice(0, -1));
  if (around?.kind !== "object" || around.shape?.rest === undefined) return [];
  const own = String(path.at(-1));
  return suggest(own, around.entries).filter((name) => name !== own);
}
