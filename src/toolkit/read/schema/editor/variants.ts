/** Writes variants as conditions on the tag, so that language servers describe the chosen variant. */
import type { Json, JsonObject } from "../../document/data.js";

interface Choice {
  readonly if: JsonObject & { readonly properties: JsonObject };
  readonly then: JsonObject;
}

type Keys = { readonly properties?: JsonObject; readonly additionalProperties?: Json };

export function isVariants(allOf: Json | undefined): allOf is readonly (Json & Choice)[] {
  return Array.isArray(allOf);
}

/** Each variant behind its condition; without a tag, as where another layer sets it, the keys of all variants. */
export function variantsOf(choices: readonly Choice[], view: (variant: JsonObject) => Keys): readonly Json[] {
  const [tag = ""] = choices.flatMap((choice) => Object.keys(choice.if.properties));
  const variants = choices.map((choice) => {
    const { properties = {}, additionalProperties = true } = view(choice.then);
    return { condition: choice.if, keys: { properties: { ...properties, [tag]: true }, additionalProperties } };
  });
  const all = variants.toReversed().flatMap(({ keys }) => Object.entries(keys.properties));
  const untold = { properties: Object.fromEntries(all), additionalProperties: false };
  return [...variants.map(({ condition, keys }) => when(condition, keys)), when({ not: { required: [tag] } }, untold)];
}

/** A condition for objects alone: null stays valid. */
function when(condition: JsonObject, keys: Keys): Json {
  const branch = "then";
  return { if: { type: "object", ...condition }, [branch]: { ...keys } };
}
