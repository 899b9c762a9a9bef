/** Spec 2.4: `enabled: false` removes a model that the agent would offer. */
import { formatPath } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import type { Rule } from "../rule.js";
import { modelUses } from "./model-uses.js";

export const rule: Rule = {
  id: "reference/disabled-model",
  severity: "warning",
  check(context, report) {
    for (const { path, model, entry } of modelUses(context)) {
      if (entry?.enabled !== false) continue;
      report({
        ...between(
          context,
          { at: valueAt(...path), label: "asked for here" },
          { at: valueAt("models", model, "enabled"), label: "disabled here" },
        ).where,
        message: `${quote(formatPath(path))} asks for ${quote(model)}, which is disabled`,
      });
    }
  },
};
