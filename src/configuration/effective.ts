/** The configuration in effect, before anything is substituted: complete objects only, with the defaults of the schema (S15). */
import type { Json } from "../document/data.js";
import { fromData } from "../document/node.js";
import { placeOf } from "../schema/place.js";
import type { Shape } from "../schema/shape.js";
import { complete } from "./complete.js";
import { defined, type ObjectSetting, type Setting } from "./setting.js";

/** The merged configuration without what lacks a required key, which has been reported, and with what holds where nothing is written. */
export function effective(settings: ObjectSetting): Setting {
  const { entries } = complete(settings);
  return withDefaults({ ...settings, entries: new Map([...aboutTheFile(settings), ...entries]) });
}

/** Keys about the file itself are not merged: what is in effect is of the version that this program writes. */
function aboutTheFile({ variant }: ObjectSetting): readonly (readonly [string, Setting])[] {
  return [...(variant?.properties ?? [])].flatMap(([key, shape]) => {
    const standing = shape.schema["x-scope"] === "file" ? defaultOf(shape) : undefined;
    return standing === undefined ? [] : [[key, standing] as const];
  });
}

/** What was written, then defaults. A zero that means the same as nothing is nothing (S24). */
function withDefaults(setting: Setting): Setting {
  const { shape } = setting;
  if (setting.kind !== "object" || setting.variant === undefined || shape?.schema["x-opaque"]) return setting;
  const written = [...setting.entries].filter(([, child]) => !isUnset(child));
  const entries = new Map(written.map(([key, child]) => [key, withDefaults(child)]));
  for (const [key, child] of setting.variant.properties) {
    const standing = entries.has(key) ? undefined : defaultOf(child);
    if (standing !== undefined) entries.set(key, standing);
  }
  return { ...setting, entries };
}

function isUnset(setting: Setting): boolean {
  return setting.kind === "scalar" && setting.value === 0 && setting.shape?.schema["x-zero"] === "unset";
}

/** What holds for an absent key: its own default, or an object of the defaults inside it. Undefined where nothing does. */
function defaultOf(shape: Shape): Setting | undefined {
  const { default: standing, required } = shape.schema;
  if (standing !== undefined) return settingOf(standing, shape);
  if (shape.tag !== undefined || shape.properties.size === 0 || required !== undefined) return undefined;
  const filled = settingOf({}, shape);
  return filled.kind === "object" && filled.entries.size > 0 ? filled : undefined;
}

function settingOf(value: Json, shape: Shape): Setting {
  return withDefaults(defined(placeOf(fromData(value), shape), "default"));
}
