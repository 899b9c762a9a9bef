/** S2: the names a configuration may have, and why two of them in one directory conflict. */
import { quoteList } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"ambiguous-file"> = {
  id: "layer/ambiguous-file",
  severity: "error",
  words: {
    "ambiguous-file": ({ scope, files }) => ({
      message: `only one of these can be the ${scope} config: ${quoteList(files, "and")}`,
      help: "keep one and delete the others; until then none of them is used",
    }),
  },
};
