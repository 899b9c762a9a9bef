/** S4: the files of a project's configuration must lie in the project. */
import type { Rule } from "../rule.js";

export const rule: Rule<"leaves-project"> = {
  id: "layer/leaves-project",
  severity: "error",
  words: {
    "leaves-project": (_, { layer: { isPermissions } }) => ({
      message:
        "this file is a symbolic link, or is reached through one, that leads out of the project, so it is not read",
      help: `put the ${isPermissions ? "permissions themselves" : "configuration itself"} into the project`,
    }),
  },
};
