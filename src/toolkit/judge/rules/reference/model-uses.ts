/** The places where a configuration uses a model: the default slots and the classifier (spec 2.2, 2.9), without parents. */
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { mayHaveEffort, parseModelReference } from "../../../mean/configuration/models.js";
import { type Config, entryOf, type RuleContext } from "../rule.js";

type Model = NonNullable<NonNullable<Config["models"]>[string]>;

export interface ModelUse {
  readonly path: Path;
  /** The whole text: the name, and an optional effort. */
  readonly text: string;
  readonly model: string;
  readonly effort?: string;
  /** The configured model of this name, or the catalog's. */
  readonly entry: Model | undefined;
}

/** All uses with known texts. Several rules need them. */
export const modelUses = oncePer((context: RuleContext): readonly ModelUse[] => {
  const names = context.names("models");
  return context.placesWith("x-ref").flatMap(({ path, shape }) => {
    const text = shape.schema["x-ref"] === "models" && mayHaveEffort(path) ? context.text(path) : undefined;
    if (text === undefined) return [];
    const reference = parseModelReference(text, (name) => names.has(name));
    const { model } = reference;
    const entry = entryOf(context.config.models, model) ?? entryOf(context.catalog?.models, model);
    return [{ path, text, ...reference, entry }];
  });
});
