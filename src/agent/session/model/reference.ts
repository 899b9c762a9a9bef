/** From a word to a model (spec 2.2): its own name, a name with an effort, or the slot of a size class. */
import type { EffectiveConfig } from "../../../generated/effective.js";
import type { TurnError } from "../../../generated/protocol/types.js";
import { type ModelReference, parseModelReference } from "../../../index.js";
import { type KnownModel, KnownModels, type Slot, unfitFor } from "../../../provider/known.js";
import type { Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import type { Beside } from "./beside.js";
import { noModel } from "./failure.js";

/** The slots that a slot falls back to, itself first (spec 2.2). */
const SLOTS: Readonly<Record<string, readonly Slot[]>> = {
  "default_model:full": ["full"],
  "default_model:mini": ["mini", "full"],
  "default_model:nano": ["nano", "mini", "full"],
};

type NamedModel = ModelReference & KnownModel;

export type Found<Value> = { readonly found: Value } | { readonly error: TurnError };

/** The model of `name`, or of the text of its slot; without a name that of `defaults.full`. */
export function modelNamed(config: EffectiveConfig, beside: Beside, name = "default_model:full"): Found<NamedModel> {
  const models = new KnownModels(config, beside);
  const slots = models.find(name) === undefined ? own(SLOTS, name) : undefined;
  const slot = slots?.find((one) => config.defaults?.[one] !== undefined);
  if (slots !== undefined && slot === undefined)
    return { error: noModel("no model is chosen, and the configuration has no default one", ["defaults", "full"]) };
  const text = slot === undefined ? name : (config.defaults?.[slot] ?? "");
  const reference = parseModelReference(text, (key) => models.find(key) !== undefined);
  const known = models.find(reference.model);
  // A key that is not there helps nobody.
  const path: Path = slot === undefined ? ["models"] : ["defaults", slot];
  if (known === undefined) return { error: noModel(`there is no model ${quote(reference.model)}`, path) };
  if (known.entry.enabled === false)
    return {
      error: noModel(`the model ${quote(reference.model)} is turned off`, ["models", reference.model, "enabled"]),
    };
  const unfit = slot === undefined ? undefined : unfitFor(slot, known);
  if (unfit !== undefined)
    return { error: noModel(`the model ${quote(reference.model)} cannot be a default: ${unfit}`, path) };
  return { found: { ...reference, ...known } };
}

/** The model that a prompt names: where there is none, the message says that `who` names it, unless a slot of the configuration is to blame. */
export function namedBy<Value>(result: Found<Value>, who: string): Found<Value> {
  if (!("error" in result)) return result;
  const { code, message, key = "" } = result.error;
  if (code !== "no_model" || key.startsWith("defaults.")) return result;
  return { error: { ...result.error, message: `${message}; ${who} names it` } };
}

/** The own value of a key: `constructor` is an ordinary name in a configuration. */
export function own<Value>(map: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
