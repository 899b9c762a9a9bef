/** Spec 2.4: a model that matches no catalog entry must name its provider. Without a catalog nobody knows which do (S16). */
import { keyAt } from "../../diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { causes, lacking } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-provider",
  severity: "error",
  summary: "a model outside the catalog without a provider",
  *check(context) {
    if (context.catalog === undefined) return;
    for (const [model] of lacking(context, "provider")) {
      if (Object.hasOwn(context.catalog.models ?? {}, model)) continue;
      yield {
        at: keyAt("models", model),
        message: `${name("models", model)} is not in the catalog and needs a \`provider\``,
        label: "where to send its requests is not known",
        help: "name one of `providers`, or inherit it from another model",
        because: causes(model, "provider"),
      };
    }
  },
};
