/** S37: no file in a project counts as a file of the user. */
import type { Rule } from "../rule.js";

export const rule: Rule<"global-in-project"> = {
  id: "layer/global-in-project",
  severity: "error",
  words: {
    "global-in-project": (_, { layer: { isPermissions } }) => ({
      message: `${isPermissions ? "your permissions lie" : "this global config lies"} in the project, so ${isPermissions ? "they are" : "it is"} not read`,
      help: "set `XDG_CONFIG_HOME` or `HOME` to a directory outside of the project, or name the file with `--global FILE`",
    }),
  },
};
