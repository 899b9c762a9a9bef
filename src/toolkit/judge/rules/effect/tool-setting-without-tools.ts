/** Spec 2.4: with `no_tools` the model cannot use tools. */
import type { Path } from "../../../../text/path.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { isOver } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/tool-setting-without-tools",
  severity: "warning",
  check(context, report) {
    for (const {
      key: model,
      entry: { tool_loading: loading },
    } of entriesOf(context.config.models)) {
      const reason: Path = ["models", model, "tool_loading"];
      if (loading === undefined || context.text(reason) !== "no_tools") continue;
      for (const field of ["max_tool_batch_size", "forced_tool_choice_supported"]) {
        const path: Path = ["models", model, field];
        if (!isOver(context, path, reason)) continue;
        report({
          at: keyAt(...path),
          message: `${name(...path)} has no effect, because this model cannot use tools`,
          label: "there are no tool calls",
          related: [{ at: valueAt(...reason), message: "takes all tools away" }],
        });
      }
    }
  },
};
