/** Spec 2.12: the default of `enabled` is false. An explicit `false` is intended. */
import type { Path } from "../../../../text/path.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/search-never-enabled",
  severity: "warning",
  asksGlobal: true,
  mayBeCompleted: true,
  check(context, report) {
    const path: Path = ["integrations", "search", "providers"];
    for (const {
      key: provider,
      entry: { key },
    } of entriesOf(context.config.integrations?.search?.providers)) {
      if (key === undefined || !context.lacks([...path, provider, "enabled"])) continue;
      report({
        at: keyAt(...path, provider),
        message: `${name(...path, provider)} has a key and is never used, because \`enabled\` is false by default`,
        label: "not enabled",
        help: "add `enabled: true`, or `enabled: false` to keep it for later",
      });
    }
  },
};
