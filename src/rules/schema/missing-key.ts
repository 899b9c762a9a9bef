/** S13: what counts is the merged object; the layer that began it is the one to supply the key. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/missing-key",
  severity: "error",
  summary: "an object that lacks a required key",
};
