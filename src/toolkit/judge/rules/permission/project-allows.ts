/** P-S108: only its user allows; a project can deny and ask. */
import type { Rule } from "../rule.js";

export const rule: Rule<"project-allows"> = {
  id: "permission/project-allows",
  severity: "error",
  words: {
    "project-allows": () => ({
      message: "the permissions of a project must not allow anything",
      label: "has no effect in a project",
      help: "what runs without a question is for each user to write in their own permissions",
      fixes: [{ title: "delete `allow`", safe: true, changes: [{ kind: "delete", path: ["allow"] }] }],
    }),
  },
};
