/** P-S108: a rule has at least one field. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"empty-permission"> = {
  id: "permission/empty",
  severity: "error",
  words: {
    "empty-permission": ({ at: { path } }) => ({
      message: `${name(...path)} says nothing about a call`,
      help: "name a `tool`, a `command`, a `path` or a `server`, or remove it",
    }),
  },
};
