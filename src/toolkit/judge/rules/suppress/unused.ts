/** A suppression without a finding hides the next mistake of that kind. */
import { quoteList } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unused-suppression"> = {
  id: "suppress/unused",
  severity: "warning",
  words: {
    "unused-suppression": ({ rules, isAll, isOfFile, comment }) => ({
      message: `there is no ${quoteList(rules)} to suppress ${isOfFile ? "in this file" : "here"}`,
      ...(isAll
        ? {
            fixes: [
              { title: "remove the comment", safe: true, changes: [{ kind: "replace-text", span: comment, text: "" }] },
            ],
          }
        : { help: `take ${quoteList(rules, "and")} out of the list` }),
    }),
  },
};
