/** Spec 2.4: a custom model, one that matches no catalog entry, needs a class (S16). */
import { isCustomModel } from "../../configuration/models.js";
import { keyAt } from "../../diagnostic/anchor.js";
import { name } from "../phrases.js";
import { entryOf, type Rule } from "../rule.js";
import { causes, lacking } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-class",
  severity: "error",
  summary: "a custom model without a size class",
  *check(context) {
    for (const [model, { provider }] of lacking(context, "class")) {
      const kind = entryOf(context.config.providers, provider)?.kind?.type;
      if (!isCustomModel(model, kind, context.catalog)) continue;
      yield {
        at: keyAt("models", model),
        message: `${name("models", model)} is a custom model and needs a \`class\``,
        label: "its class is not known",
        help: "write `class: full`, `class: mini` or `class: nano`",
        because: [
          ...causes(model, "class"),
          ["providers", provider ?? "", "kind", "type"],
          ["models", model, "provider"],
        ],
      };
    }
  },
};
