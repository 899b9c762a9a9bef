/** S8: names are compared after decoding escapes; those of headers without regard to case. */
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"duplicate-key" | "repeated-name"> = {
  id: "syntax/duplicate-key",
  severity: "error",
  words: {
    "duplicate-key": ({ key, first }) => ({
      message: `the key ${quote(key)} appears twice in one mapping`,
      help: "keep one of the two",
      related: [{ at: { span: first }, message: "first written here" }],
    }),
    "repeated-name": ({ at: { path }, key, first }) => ({
      message: `${quote(key)} and ${quote(first)} are the same name: ${name(...path.slice(0, -1))} is case-insensitive`,
      label: "is not used",
      help: "keep one of the two",
      related: [{ at: keyAt(...path.slice(0, -1), first), message: "first written here" }],
    }),
  },
};
