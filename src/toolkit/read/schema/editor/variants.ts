/** Objects of several kinds, told apart by the value of one key, as conditions: servers then speak of the kind that was chosen. */
import type { Json, JsonObject } from "../../document/data.js";

interface Choice {
  readonly if: JsonObject & { readonly properties: JsonObject };
  readonly then: JsonObject;
}

type Keys = { readonly properties?: JsonObject; readonly additionalProperties?: Json };

export function isVariants(allOf: Json | undefined): allOf is readonly (Json & Choice)[] {
  return Array.isArray(allOf);
}

/** Each variant behind its condition; and while nothing is chosen, as where another layer chose, the keys of all. */
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

/** Of objects alone: where null may stand, no condition is about it. */
function when(condition: JsonObject, keys: Keys): Json {
  const branch = "then";
  return { if: { type: "object", ...condition }, [branch]: { ...keys } };
}
