/** Spec 2.11: `daemon.follow_symlinks_for_configs`, which only the global layer decides (S4). */
import { formatPath } from "../../../../text/path.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { FOLLOW_LINKS } from "../../../read/layers/read.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"link-skipped"> = {
  id: "layer/link-skipped",
  severity: "warning",
  words: {
    "link-skipped": (_, { layer: { isPermissions } }) => ({
      message: "this file is a symbolic link, or is reached through one, and links are not followed, so it is not read",
      help: `put the ${isPermissions ? "permissions themselves" : "configuration itself"} into the project, or set \`${formatPath(FOLLOW_LINKS)}: true\` in the global config`,
      related: [{ at: { ...keyAt(...FOLLOW_LINKS), layer: "global" }, message: "turned off here" }],
    }),
  },
};
