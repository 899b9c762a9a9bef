/** Removes objects without a required key, which are never in effect (S13). */
import type { ObjectSetting, Setting } from "./setting.js";

export function complete(settings: ObjectSetting): ObjectSetting {
  const whole = wholePart(settings);
  return whole?.kind === "object" ? whole : { ...settings, entries: new Map() };
}

/** The setting without incomplete objects; undefined if it is incomplete itself. */
export function wholePart(setting: Setting): Setting | undefined {
  if (setting.kind !== "object" || setting.shape?.schema["x-opaque"]) return setting;
  const entries = new Map<string, Setting>();
  for (const [key, child] of setting.entries) {
    const part = wholePart(child);
    if (part !== undefined) entries.set(key, part);
  }
  const isWhole = (setting.variant?.schema.required ?? []).every((key) => entries.has(key));
  return isWhole ? { ...setting, entries } : undefined;
}
