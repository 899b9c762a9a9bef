/** Spec 2.4: a custom model, one that matches no catalog entry, needs a class (S16). */
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { causes, isOwnModel, lacking, missing } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-class",
  severity: "error",
  asksGlobal: true,
  mayBeCompleted: true,
  check(context, report) {
    for (const { key: model, entry } of lacking(context, "class")) {
      if (!isOwnModel(context, model, entry)) continue;
      report({
        at: keyAt("models", model),
        message: `${name("models", model)} is a custom model and needs a \`class\``,
        label: "its class is not known",
        help: "write `class: full`, `class: mini` or `class: nano`",
        missing: missing(model, "class"),
        because: causes(model, "class", entry),
      });
    }
  },
};
