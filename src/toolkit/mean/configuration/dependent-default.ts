/** Defaults that depend on other keys (`x-default`): on a provider's kind, on a custom model, or on an entry's own name. */
import type { Json } from "../../read/document/data.js";
import type { Catalog } from "../../read/layers/catalog.js";
import { fitsText } from "../../read/schema/fits.js";
import type { Shape } from "../../read/schema/shape.js";
import { isCustomModel } from "./models.js";
import { childrenOf, type Setting, settingAt } from "./setting.js";

/** An entry of a map: the object that lacks the key, and its name. */
export interface NamedEntry {
  readonly name: string;
  readonly entries: ReadonlyMap<string, Setting>;
}

/** The default of an absent key of an entry; undefined without one. */
export function dependentDefault(
  shape: Shape,
  { name, entries }: NamedEntry,
  settings: Setting,
  catalog: Catalog | undefined,
): Json | undefined {
  const defaultValue = shape.schema["x-default"];
  switch (defaultValue?.by) {
    case "kind":
      return defaultValue.values[kindIn(entries) ?? ""];
    case "custom": {
      const provider = textIn(entries.get("provider"));
      const kind =
        provider === undefined ? undefined : kindIn(childrenOf(settingAt(settings, ["providers", provider])));
      return isCustomModel(name, kind, catalog) ? defaultValue.value : undefined;
    }
    case "name":
      return fitsText(name, shape) ? name : undefined;
    default:
      return undefined;
  }
}

function kindIn(provider: ReadonlyMap<string, Setting>): string | undefined {
  return textIn(childrenOf(provider.get("kind")).get("type"));
}

function textIn(setting: Setting | undefined): string | undefined {
  return setting?.kind === "scalar" && typeof setting.value === "string" ? setting.value : undefined;
}
