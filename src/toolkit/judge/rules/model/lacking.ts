/** Finds models that lack a required field. */
import type { Path } from "../../../../text/path.js";
import { isCustomModel } from "../../../mean/configuration/models.js";
import { type Config, entriesOf, entryOf, type Keyed, type RuleContext } from "../rule.js";

type Model = NonNullable<NonNullable<Config["models"]>[string]>;
type Field = "context_window" | "provider" | "class";

/**
 * The enabled models that neither have a field nor could inherit it. Skips a child whose parent is reported itself, is unknown, or inherits
 * in a cycle: the parent is the mistake.
 */
export function lacking(context: RuleContext, field: Field): readonly Keyed<Model>[] {
  const circular = new Set(context.cycles.flat());
  return entriesOf(context.config.models).filter(
    ({ key, entry: model }) =>
      // Plain data decides for most models, and is faster to read than settings.
      model[field] === undefined &&
      model.enabled !== false &&
      context.misses(["models", key, field]) &&
      !circular.has(key) &&
      !isParentsMistake(context, key, field, circular),
  );
}

/** Whether an ancestor of the model causes the gap. A disabled ancestor needs no field, and has none to inherit. */
function isParentsMistake(context: RuleContext, model: string, field: Field, circular: ReadonlySet<string>): boolean {
  for (let name = model; ; ) {
    const inherits = entryOf(context.config.models, name)?.inherits;
    if (inherits === undefined) return !context.misses(["models", name, "inherits"]);
    const parent = entryOf(context.config.models, inherits);
    if (parent === undefined || parent.enabled !== false || circular.has(inherits)) return true;
    if (!context.misses(["models", inherits, field])) return true;
    name = inherits;
  }
}

/** Whether the configuration has to describe the model in full: no catalog entry can fill in its fields. */
export function isOwnModel({ config, catalog }: RuleContext, name: string, { provider }: Model): boolean {
  return isCustomModel(name, entryOf(config.providers, provider)?.kind?.type, catalog);
}

/** The field of a model, the key that would inherit it, and the one that turns the model off. */
export function missing(model: string, field: Field): readonly Path[] {
  return [field, "inherits", "enabled"].map((key) => ["models", model, key]);
}

/** The paths that may have removed the field from a model, or made it a custom model. */
export function causes(model: string, field: Field, { provider }: Model): readonly Path[] {
  const own = [field, "inherits", "enabled", "provider"].map((key) => ["models", model, key]);
  return provider === undefined ? own : [...own, ["providers", provider, "kind", "type"]];
}
