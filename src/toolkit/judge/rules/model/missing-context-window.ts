/** Spec 2.4: every model needs a context window, its own, its parent's or the catalog's. A custom model has no catalog entry (S16). */
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { causes, isOwnModel, lacking, missing } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-context-window",
  severity: "error",
  asksGlobal: true,
  mayBeCompleted: true,
  check(context, report) {
    for (const { key: model, entry } of lacking(context, "context_window")) {
      const { provider } = entry;
      const isNobodys = provider !== undefined && context.isUnknown("providers", provider);
      if (!isOwnModel(context, model, entry) && !isNobodys) continue;
      report({
        at: keyAt("models", model),
        message: `${name("models", model)} needs a \`context_window\``,
        label: "its context window is not known",
        help: "write `context_window` in tokens, or inherit it from another model",
        missing: missing(model, "context_window"),
        because: causes(model, "context_window", entry),
      });
    }
  },
};
