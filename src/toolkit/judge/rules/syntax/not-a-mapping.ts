/** Spec 1: a configuration is an object. */
import { lacksSpace } from "../../../../text/colon.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"not-a-mapping"> = {
  id: "syntax/not-a-mapping",
  severity: "error",
  summary: "a file that contains a list or a single value",
  words: {
    "not-a-mapping": ({ found, text, isBlock }) => ({
      message: `a configuration is a mapping of keys to values, but this file contains ${found === "list" ? "a list" : "a single value"}`,
      help:
        isBlock && lacksSpace(text)
          ? "a `:` needs a space after it"
          : isBlock
            ? "start with a key, such as `version: 3`"
            : 'start with an object, such as `{ "version": 3 }`',
    }),
  },
};
