/** Spec 8: inside a repository the walk is uncapped. A global file may set the budget: it applies to directories of all kinds. */
import type { Path } from "../../../../text/path.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule, RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "effect/budget-in-repository",
  severity: "warning",
  check(context, report) {
    const catalog = context.config.daemon?.file_catalog;
    for (const key of ["max_files", "max_duration_ms"] as const) {
      const path: Path = ["daemon", "file_catalog", key];
      if (catalog?.[key] === undefined || context.scope(path) !== "project") continue;
      if (!isInRepository(context)) continue;
      report({
        at: keyAt(...path),
        message: `${name(...path)} has no effect, because this project is a repository`,
        label: "the search has no limit here",
        help: "a limit for directories outside of repositories belongs in the global config",
      });
    }
  },
};

/** Whether the project is the root of a repository, or below one. */
function isInRepository(context: RuleContext): boolean {
  const levels = Array.from({ length: 32 }, (_, level) => context.kindOf(`${"../".repeat(level)}.git`));
  return levels.some((kind) => kind !== undefined && kind !== "unknown");
}
