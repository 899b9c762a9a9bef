/** Spec 1: a configuration is an object. */
import { LAYOUTS } from "../layout.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"not-a-mapping"> = {
  id: "syntax/not-a-mapping",
  severity: "error",
  words: {
    "not-a-mapping": ({ content: kind, text }, { layer: { document } }) => ({
      message: `a configuration is a mapping of keys to values, but this file contains ${kind === "list" ? "a list" : "a single value"}`,
      help: LAYOUTS[document.format].begin(text),
    }),
  },
};
