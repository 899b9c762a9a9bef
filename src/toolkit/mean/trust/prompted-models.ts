/** The models that a user's prompts go to: configured ones, and those that the defaults and the classifier name. */
import { parseModelReference } from "../configuration/models.js";
import { type Setting, settingAt } from "../configuration/setting.js";

/** `below`: the settings without a project. */
export function promptedModels(below: Setting): ReadonlySet<string> {
  const models = settingAt(below, ["models"]);
  const known = new Set(models?.kind === "object" ? models.entries.keys() : []);
  const spoken = new Set(known);
  const visit = (setting: Setting, isModel: boolean): void => {
    const capability = setting.shape?.schema["x-capability"];
    const names = capability === undefined ? isModel : capability === "model";
    if (setting.kind === "list") for (const item of setting.items) visit(item, names);
    else if (setting.kind === "object") for (const child of setting.entries.values()) visit(child, names);
    else if (names && typeof setting.value === "string") {
      // A project may have a model with that very name.
      spoken.add(setting.value);
      spoken.add(parseModelReference(setting.value, (name) => known.has(name)).model);
    }
  };
  for (const [section, child] of below.kind === "object" ? below.entries : [])
    if (section !== "models") visit(child, false);
  return spoken;
}

/** The provider before the slash in a model's name, for a model without configuration; undefined without a slash. */
export function providerIn(model: string): string | undefined {
  const slash = model.indexOf("/");
  return slash === -1 ? undefined : model.slice(0, slash);
}
