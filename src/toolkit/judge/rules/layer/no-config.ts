/** S5: reported when loading; `lint` exits with its own code instead. */
import { quoteList } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"no-config"> = {
  id: "layer/no-config",
  severity: "error",
  words: {
    "no-config": ({ files }) => ({
      message: "there is no configuration, neither a global one nor a project's",
      help: `create ${quoteList(files)}`,
    }),
  },
};
