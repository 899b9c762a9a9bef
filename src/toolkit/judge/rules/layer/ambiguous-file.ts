/** S2: the names a configuration may have, and why two of them in one directory conflict. */
import { quoteList } from "../../../../text/quote.js";
import { fileOf } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"ambiguous-file"> = {
  id: "layer/ambiguous-file",
  severity: "error",
  words: {
    "ambiguous-file": ({ files }, { layer }) => ({
      message: `only one of these can be ${fileOf(layer)}: ${quoteList(files, "and")}`,
      help: "keep one and delete the others; until then none of them is used",
    }),
  },
};
