/**
 * Spec 2.4: a model that matches no catalog entry must name its provider (S16). Without a catalog, only a model whose custom provider was
 * removed is certain to match none.
 */
import { suggest } from "../../../../text/suggest.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { isCustom } from "../backend.js";
import { name } from "../phrases.js";
import { entryOf, type Rule, type RuleContext } from "../rule.js";
import { causes, lacking, missing } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-provider",
  severity: "error",
  asksGlobal: true,
  check(context, report) {
    for (const { key: model, entry } of lacking(context, "provider")) {
      const isTaken = hadCustomProvider(context, model) || meansCustomProvider(context, model);
      if (context.catalog === undefined ? !isTaken : Object.hasOwn(context.catalog.models ?? {}, model)) continue;
      report({
        at: keyAt("models", model),
        message: isTaken
          ? `${name("models", model)} is a custom model and needs a \`provider\``
          : `${name("models", model)} is not in the catalog and needs a \`provider\``,
        label: "where to send its requests is not known",
        help: "name one of `providers`, or inherit it from another model",
        missing: missing(model, "provider"),
        because: causes(model, "provider", entry),
      });
    }
  },
};

/** Whether the model names a custom provider under a misspelt key. */
function meansCustomProvider({ layers, config }: RuleContext, model: string): boolean {
  const texts = layers.flatMap(({ strange }) => strange);
  return texts.some(({ text, at: { step, path } }) => {
    if (typeof step !== "string" || suggest(step, ["provider"]).length === 0) return false;
    const backend =
      path.length === 3 && path[0] === "models" && path[1] === model ? entryOf(config.providers, text) : undefined;
    return backend !== undefined && isCustom(backend);
  });
}

function hadCustomProvider({ config, unset }: RuleContext, model: string): boolean {
  const provider = unset(["models", model, "provider"]);
  const backend = typeof provider === "string" ? entryOf(config.providers, provider) : undefined;
  return backend !== undefined && isCustom(backend);
}
