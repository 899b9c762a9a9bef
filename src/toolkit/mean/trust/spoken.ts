/** The models that a user speaks to: those that the config has, and those that its defaults and its classifier name. */
import { parseModelReference } from "../configuration/models.js";
import { type Setting, settingAt } from "../configuration/setting.js";

/** `below`: what there is without a project. */
export function modelsSpokenTo(below: Setting): ReadonlySet<string> {
  const models = settingAt(below, ["models"]);
  const known = new Set(models?.kind === "object" ? models.entries.keys() : []);
  const spoken = new Set(known);
  const visit = (setting: Setting, isModel: boolean): void => {
    const capability = setting.shape?.schema["x-capability"];
    const names = capability === undefined ? isModel : capability === "model";
    if (setting.kind === "list") for (const item of setting.items) visit(item, names);
    else if (setting.kind === "object") for (const child of setting.entries.values()) visit(child, names);
    else if (names && typeof setting.value === "string") {
      // A project may have a model of that very name.
      spoken.add(setting.value);
      spoken.add(parseModelReference(setting.value, (name) => known.has(name)).model);
    }
  };
  for (const [section, child] of below.kind === "object" ? below.entries : [])
    if (section !== "models") visit(child, false);
  return spoken;
}

/** A model that no config has may be one that its provider has, which then stands before its name. */
export function providerIn(model: string): string | undefined {
  const slash = model.indexOf("/");
  return slash === -1 ? undefined : model.slice(0, slash);
}
