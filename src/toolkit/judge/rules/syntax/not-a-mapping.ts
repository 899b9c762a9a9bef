/** Spec 1: a configuration is an object. */
import { LAYOUTS } from "../layout.js";
import type { Rule } from "../rule.js";
import { otherForm } from "./other-form.js";

export const rule: Rule<"not-a-mapping"> = {
  id: "syntax/not-a-mapping",
  severity: "error",
  words: {
    "not-a-mapping": ({ content: kind, text, at }, { layer: { document, isPermissions } }) => ({
      message: `${isPermissions ? "a file of permissions" : "a configuration"} is a mapping of keys to values, but this file contains ${kind === "list" ? "a list" : "a single value"}`,
      help: isPermissions ? "start with a list of rules, such as `allow:`" : LAYOUTS[document.format].begin(text),
      ...otherForm(document.source.text, "span" in at ? at.span : { start: 0, end: 0 }),
    }),
  },
};
