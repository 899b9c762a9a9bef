/** Spec 2.7: words to redact. Judged layer by layer, because an author can only mend the list in their own layer. */
import { oncePer } from "../../../../text/once.js";
import { literalOf } from "../../../../text/scan.js";
import { SHORTEST_WORD } from "../../../mean/redaction/words.js";
import { name } from "../phrases.js";
import type { KnownText, Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/weak-word",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const { path } of weakWords(texts)) {
        report({
          at: { path, part: "value", layer: scope },
          message: `a word in ${name(...path.slice(0, -1))} is too short to be redacted without hiding ordinary text`,
          label: "too short",
          notes: ["these tools do not look for so short a word"],
          help: "write the whole secret, or a reference to it such as `${NAME}`, or remove the entry",
        });
      }
    }
  },
};

const weakWords = oncePer((texts: readonly KnownText[]) =>
  texts.filter(({ text, shape }) => {
    if (shape.schema["x-secret-word"] !== true) return false;
    const word = literalOf(text)?.trim();
    return word !== undefined && word.length < SHORTEST_WORD;
  }),
);
