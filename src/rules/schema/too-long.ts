/** Spec 2.4, 8: a request option is at most 512 UTF-8 bytes. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/too-long",
  severity: "error",
  summary: "a text with more bytes than fit",
};
