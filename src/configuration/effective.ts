/** The configuration in effect, before anything is substituted: complete objects only, with the defaults of the schema (S15). */
import type { Json } from "../document/data.js";
import { fromData } from "../document/node.js";
import { placeOf } from "../schema/place.js";
import type { Shape } from "../schema/shape.js";
import type { Path } from "../text/path.js";
import { defined, type ObjectSetting, type Setting, settingAt } from "./setting.js";

/** The merged configuration without what lacks a required key, which has been reported, and with what holds where nothing is written. */
export function effective(settings: ObjectSetting): Setting {
  const whole = complete(settings);
  const entries = whole?.kind === "object" ? whole.entries : new Map();
  return withDefaults({ ...settings, entries: new Map([...aboutTheFile(settings), ...entries]) });
}

/** Only what some file says. */
export function withoutDefaults(setting: Setting): Setting {
  if (setting.kind !== "object") return setting;
  const written = [...setting.entries].filter(([, { source }]) => typeof source !== "string");
  return { ...setting, entries: new Map(written.map(([key, child]) => [key, withoutDefaults(child)])) };
}

/** Why a value that won the merge is not in effect: a zero that means nothing (S24), or part of an object that lacks a required key (S13). */
export type Drop = "zero" | "incomplete";

export function dropAt(settings: Setting, inEffect: Setting, path: Path): Drop | undefined {
  const isWritten = (setting: Setting | undefined): boolean =>
    setting !== undefined && typeof setting.source !== "string";
  const setting = settingAt(settings, path);
  if (setting === undefined || !isWritten(setting) || isWritten(settingAt(inEffect, path))) return undefined;
  return isUnset(setting) ? "zero" : "incomplete";
}

/** Keys about the file itself are not merged: what is in effect is of the version that this program writes. */
function aboutTheFile({ variant }: ObjectSetting): readonly (readonly [string, Setting])[] {
  return [...(variant?.properties ?? [])].flatMap(([key, shape]) => {
    const standing = shape.schema["x-scope"] === "file" ? defaultOf(shape) : undefined;
    return standing === undefined ? [] : [[key, standing] as const];
  });
}

/** The setting without incomplete objects; undefined when it is incomplete itself. */
function complete(setting: Setting): Setting | undefined {
  if (setting.kind !== "object" || setting.shape?.schema["x-opaque"]) return setting;
  const entries = new Map<string, Setting>();
  for (const [key, child] of setting.entries) {
    const kept = complete(child);
    if (kept !== undefined) entries.set(key, kept);
  }
  const isWhole = (setting.variant?.schema.required ?? []).every((key) => entries.has(key));
  return isWhole ? { ...setting, entries } : undefined;
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
