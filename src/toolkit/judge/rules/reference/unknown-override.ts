/** S49: a project's override with a key close to a model of its user. The key may also be a model of a provider's own list (spec 2.4). */
import { quote } from "../../../../text/quote.js";
import { isSlip } from "../../../../text/suggest.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { rewrites, suggestion } from "../phrases.js";
import { entryOf, type Rule, type RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "reference/unknown-override",
  severity: "warning",
  check(context, report) {
    const own = modelsIn(context, "global");
    if (own.size === 0) return;
    for (const key of modelsIn(context, "project")) {
      if (own.has(key) || !isOverride(key, context)) continue;
      const similar = context.suggest(key, own).filter((name) => isSlip(key, name) && differsInLetters(key, name));
      if (similar.length === 0) continue;
      report({
        at: { ...keyAt("models", key), layer: "project" },
        message: `no model of the global config is called ${quote(key)}, so this overrides nothing`,
        ...suggestion(similar),
        fixes: rewrites(key, similar, (to) => ({ kind: "rename", path: ["models", key], to })).map((fix) => ({
          ...fix,
          safe: false,
        })),
      });
    }
  },
};

function modelsIn({ layers }: RuleContext, scope: "global" | "project"): ReadonlySet<string> {
  const tree = layers.find((layer) => layer.scope === scope)?.tree;
  const models = tree?.kind === "object" ? tree.entries.get("models") : undefined;
  return new Set(models?.kind === "object" ? models.entries.keys() : []);
}

/** Whether the entry only overrides a model: it names no provider and no parent, and the catalog does not have it. */
function isOverride(key: string, { config, catalog }: RuleContext): boolean {
  const entry = entryOf(config.models, key);
  const isNew = entry?.provider !== undefined || entry?.inherits !== undefined;
  return !isNew && !Object.hasOwn(catalog?.models ?? {}, key);
}

/** Whether two names differ in letters: names that differ only in numbers are two models. */
function differsInLetters(one: string, other: string): boolean {
  const letters = (text: string): string => text.replace(/\d+/g, "");
  return letters(one) !== letters(other);
}
