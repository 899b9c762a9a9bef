/** Spec 2.2, 2.4: each slot expects a model of its size; a larger one only costs more. */
import { formatPath } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import type { Rule } from "../rule.js";
import { modelUses } from "./model-uses.js";

const SIZES = ["nano", "mini", "full"] as const;
type Size = (typeof SIZES)[number];

export const rule: Rule = {
  id: "reference/wrong-class",
  severity: "warning",
  check(context, report) {
    for (const { path, model, entry } of modelUses(context)) {
      const slot = SIZES.indexOf(path[1] as Size);
      const size = entry?.class === undefined ? slot : SIZES.indexOf(entry.class);
      if (size >= slot) continue;
      report({
        ...between(
          context,
          { at: valueAt(...path), label: `a model of class ${quote(SIZES[size] ?? "")}` },
          { at: valueAt("models", model, "class"), label: "its class" },
        ).where,
        message: `${quote(model)} is of class ${quote(SIZES[size] ?? "")}, smaller than ${quote(formatPath(path))} needs`,
        because: [["models", model, "inherits"]],
      });
    }
  },
};
