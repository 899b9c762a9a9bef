/** Models that go without a field although they need it. */
import type { Path } from "../../../../text/path.js";
import { isCustomModel } from "../../../mean/configuration/models.js";
import { type Config, entriesOf, entryOf, type RuleContext } from "../rule.js";

type Model = NonNullable<NonNullable<Config["models"]>[string]>;
type Field = "context_window" | "provider" | "class";

/**
 * The enabled models that neither have a field nor could inherit it. A parent that is reported itself, that is unknown, or that goes
 * round in a circle is the mistake to mend, not its child.
 */
export function lacking(context: RuleContext, field: Field): readonly (readonly [string, Model])[] {
  const circular = new Set(context.cycles.flat());
  return entriesOf(context.config.models).filter(
    ([name, model]) =>
      model.enabled !== false &&
      context.lacks(["models", name, field]) &&
      !circular.has(name) &&
      !isParentsMistake(context, name, field, circular),
  );
}

/** Whether one of the models that a model inherits from is to blame. One that is disabled needs nothing, and has nothing to give. */
function isParentsMistake(context: RuleContext, model: string, field: Field, circular: ReadonlySet<string>): boolean {
  for (let name = model; ; ) {
    const inherits = entryOf(context.config.models, name)?.inherits;
    if (inherits === undefined) return !context.lacks(["models", name, "inherits"]);
    const parent = entryOf(context.config.models, inherits);
    if (parent === undefined || parent.enabled !== false || circular.has(inherits)) return true;
    if (!context.lacks(["models", inherits, field])) return true;
    name = inherits;
  }
}

/** Whether the configuration has to say all there is to know of a model. */
export function isOwnModel({ config, catalog }: RuleContext, name: string, { provider }: Model): boolean {
  return isCustomModel(name, entryOf(config.providers, provider)?.kind?.type, catalog);
}

/** What may have taken a field away from a model, or made it a custom one. */
export function causes(model: string, field: Field, { provider }: Model): readonly Path[] {
  const own = [field, "inherits", "enabled", "provider"].map((key) => ["models", model, key]);
  return provider === undefined ? own : [...own, ["providers", provider, "kind", "type"]];
}
