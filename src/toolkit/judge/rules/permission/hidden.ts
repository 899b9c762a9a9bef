/** P-S108: deny wins, then ask, then allow, wherever the rules stand in a file. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"hidden-permission"> = {
  id: "permission/hidden",
  severity: "warning",
  words: {
    "hidden-permission": ({ at: { path }, effect, by, byAt }) => {
      const message =
        by === effect
          ? `${name(...path)} repeats ${name(...byAt.path)}`
          : `${name(...path)} decides nothing: ${name(...byAt.path)} ${by === "deny" ? "denies" : "asks about"} all its calls`;
      return {
        message,
        help: by === effect ? "remove one of them" : `remove it, or make ${name(...byAt.path)} narrower`,
        related: [{ at: byAt, message: by === effect ? "the same rule" : "this rule decides" }],
        ...(by === effect && {
          fixes: [{ title: "remove it", safe: false, changes: [{ kind: "delete", path }] }],
        }),
      };
    },
  },
};
