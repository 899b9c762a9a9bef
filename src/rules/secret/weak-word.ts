/** Spec 2.7: words to redact. Looked at layer by layer, because each layer's author can only mend a list of his own. */
import { literalOf } from "../../text/scan.js";
import { name, type Rule } from "../rule.js";

/** As long as a word must be for these tools to look for it (src/schema/words.ts). */
const SHORTEST_WORD = 4;

export const rule: Rule = {
  id: "secret/weak-word",
  severity: "warning",
  summary: "a secret word too short to be worth redacting",
  *check({ layers }) {
    for (const { scope, places } of layers) {
      for (const { path, value } of places) {
        if (path[0] !== "permissions" || path[1] !== "secret_words" || path.length !== 3) continue;
        const word = typeof value === "string" ? literalOf(value) : undefined;
        if (word === undefined || word.trim().length >= SHORTEST_WORD) continue;
        yield {
          at: { path, part: "value", layer: scope },
          message: `a word in ${name("permissions", "secret_words")} is too short to be redacted without hiding ordinary text`,
          label: "too short",
          notes: ["these tools do not look for so short a word"],
          help: "write the whole secret, or a reference to it such as `${NAME}`, or remove the entry",
        };
      }
    }
  },
};
