/** Spec 2.11: `daemon.follow_symlinks_for_configs`, which only the global layer decides (S4). */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "layer/link-skipped",
  severity: "warning",
  summary: "a project file that is a link, while the global config does not follow links",
};
