/** Models that go without a field although they need it. */
import type { Path } from "../../text/path.js";
import { type Config, entriesOf, entryOf, type RuleContext } from "../rule.js";

type Model = NonNullable<NonNullable<Config["models"]>[string]>;
type Field = "context_window" | "provider" | "class";

/**
 * The enabled models that neither have a field nor could inherit it. A parent that is reported itself, that is unknown, or that goes
 * round in a circle is the mistake to mend, not its child.
 */
export function lacking(context: RuleContext, field: Field): readonly (readonly [string, Model])[] {
  const circular = new Set(context.cycles.flat());
  return entriesOf(context.config.models).filter(([name, model]) => {
    if (!lacks(context, name, model, field) || circular.has(name)) return false;
    const { inherits } = model;
    if (inherits === undefined) return context.lacks(["models", name, "inherits"]);
    const parent = entryOf(context.config.models, inherits);
    return parent !== undefined && !circular.has(inherits) && !lacks(context, inherits, parent, field);
  });
}

function lacks(context: RuleContext, name: string, model: Model, field: Field): boolean {
  return model.enabled !== false && context.lacks(["models", name, field]);
}

/** What may have taken a field away from a model. */
export function causes(model: string, field: Field): readonly Path[] {
  return [field, "inherits", "enabled"].map((key) => ["models", model, key]);
}
