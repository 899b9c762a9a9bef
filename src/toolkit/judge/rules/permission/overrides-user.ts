/** P-S108: a project restricts its user, who may wonder why a rule of theirs has no effect here. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"overrides-user"> = {
  id: "permission/overrides-user",
  severity: "info",
  words: {
    "overrides-user": ({ at: { path }, effect, allowedAt }) => ({
      message: `${name(...path)} ${effect === "deny" ? "denies" : "asks about"} calls that your own permissions allow`,
      related: [{ at: allowedAt, message: "without effect in this project" }],
    }),
  },
};
