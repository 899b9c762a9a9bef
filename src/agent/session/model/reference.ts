/** From a word to a model (spec 2.2): its own name, a name with an effort, or the slot of a size class. */
import type { EffectiveConfig, ModelOverride } from "../../../generated/effective.js";
import type { TurnError } from "../../../generated/protocol/types.js";
import { type Catalog, type ModelReference, parseModelReference } from "../../../index.js";
import type { Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import { noModel } from "./failure.js";

/** The slots that a slot falls back to, itself first (spec 2.2). */
const SLOTS: Readonly<Record<string, readonly ("full" | "mini" | "nano")[]>> = {
  "default_model:full": ["full"],
  "default_model:mini": ["mini", "full"],
  "default_model:nano": ["nano", "mini", "full"],
};

export interface NamedModel extends ModelReference {
  readonly entry: Partial<ModelOverride>;
}

export type Found<Value> = { readonly found: Value } | { readonly error: TurnError };

/** The model of `name`, or of the text of its slot; without a name that of `defaults.full`. */
export function modelNamed(
  config: EffectiveConfig,
  catalog: Catalog | undefined,
  name = "default_model:full",
): Found<NamedModel> {
  const entryOf = (key: string): Partial<ModelOverride> | undefined =>
    own(config.models, key) ?? own(catalog?.models, key);
  const slots = entryOf(name) === undefined ? own(SLOTS, name) : undefined;
  const slot = slots?.find((one) => config.defaults?.[one] !== undefined);
  if (slots !== undefined && slot === undefined)
    return { error: noModel("no model is chosen, and the configuration has no default one", ["defaults", "full"]) };
  const text = slot === undefined ? name : (config.defaults?.[slot] ?? "");
  const reference = parseModelReference(text, (key) => entryOf(key) !== undefined);
  const entry = entryOf(reference.model);
  // A key that is not there helps nobody.
  const path: Path = slot === undefined ? ["models"] : ["defaults", slot];
  if (entry === undefined) return { error: noModel(`there is no model ${quote(reference.model)}`, path) };
  if (entry.enabled === false)
    return {
      error: noModel(`the model ${quote(reference.model)} is turned off`, ["models", reference.model, "enabled"]),
    };
  return { found: { ...reference, entry } };
}

/** The model that a facet names: where there is none, the message names the facet, unless a slot of the configuration is to blame. */
export function namedByFacet<Value>(result: Found<Value>, facet: string): Found<Value> {
  if (!("error" in result)) return result;
  const { code, message, key = "" } = result.error;
  if (code !== "no_model" || key.startsWith("defaults.")) return result;
  return { error: { ...result.error, message: `${message}; the facet ${quote(facet)} names it` } };
}

/** The own value of a key: `constructor` is an ordinary name in a configuration. */
export function own<Value>(map: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
