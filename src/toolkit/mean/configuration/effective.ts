/** The configuration in effect: the written settings, with the defaults of the schema (S15). */
import type { Path } from "../../../text/path.js";
import type { Json } from "../../read/document/data.js";
import { fromData } from "../../read/document/node.js";
import type { Catalog } from "../../read/layers/catalog.js";
import type { Shape } from "../../read/schema/shape.js";
import { dependentDefault, type NamedEntry } from "./dependent-default.js";
import { type ObjectSetting, type Setting, settingAt, settingOf } from "./setting.js";

/** The configuration that a dependent default may read. */
interface Around {
  readonly settings: Setting;
  readonly catalog: Catalog | undefined;
}

/** A complete configuration with its defaults filled in. */
export function effective(settings: ObjectSetting, catalog: Catalog | undefined): Setting {
  const entries = new Map([...aboutTheFile(settings), ...settings.entries]);
  return withDefaults({ ...settings, entries }, "", { settings, catalog });
}

/** The settings that a file defines, without defaults. */
export function withoutDefaults(setting: Setting): Setting {
  if (setting.kind !== "object") return setting;
  const written = [...setting.entries].filter(([, { source }]) => typeof source !== "string");
  return { ...setting, entries: new Map(written.map(([key, child]) => [key, withoutDefaults(child)])) };
}

/** Why a value that won the merge is not in effect: a zero that means unset (S24), or part of an object without a required key (S13). */
export type WhyLeftOut = "zero" | "incomplete";

export function leftOutAt(settings: Setting, inEffect: Setting, path: Path): WhyLeftOut | undefined {
  const isWritten = (setting: Setting | undefined): boolean =>
    setting !== undefined && typeof setting.source !== "string";
  const setting = settingAt(settings, path);
  if (setting === undefined || !isWritten(setting) || isWritten(settingAt(inEffect, path))) return undefined;
  return isUnset(setting) ? "zero" : "incomplete";
}

/** Keys about the file itself are not merged; they get the defaults of the version that this program writes. */
function aboutTheFile({ variant }: ObjectSetting): readonly (readonly [string, Setting])[] {
  return [...(variant?.properties ?? [])].flatMap(([key, shape]) => {
    const { default: defaultValue, "x-scope": scope } = shape.schema;
    return scope !== "file" || defaultValue === undefined ? [] : [[key, byDefault(defaultValue, shape)] as const];
  });
}

/** The written settings, then defaults. Drops zeros that mean unset (S24). */
function withDefaults(setting: Setting, name: string, around: Around): Setting {
  const { shape } = setting;
  if (setting.kind !== "object" || setting.variant === undefined || shape?.schema["x-opaque"]) return setting;
  const written = [...setting.entries].filter(([, child]) => !isUnset(child));
  const entries = new Map(written.map(([key, child]) => [key, withDefaults(child, key, around)]));
  for (const [key, child] of setting.variant.properties) {
    const defaultValue = entries.has(key) ? undefined : defaultOf(child, { name, entries }, around);
    if (defaultValue !== undefined) entries.set(key, defaultValue);
  }
  return { ...setting, entries };
}

function isUnset(setting: Setting): boolean {
  return setting.kind === "scalar" && setting.value === 0 && setting.shape?.schema["x-zero"] === "unset";
}

/** The default of an absent key: its own, or an object of the defaults inside it. Undefined without any. */
function defaultOf(shape: Shape, entry: NamedEntry, around: Around): Setting | undefined {
  const { default: fixed, required } = shape.schema;
  const defaultValue = fixed ?? dependentDefault(shape, entry, around.settings, around.catalog);
  if (defaultValue !== undefined) return withDefaults(byDefault(defaultValue, shape), "", around);
  if (shape.tag !== undefined || shape.properties.size === 0 || required !== undefined) return undefined;
  const filled = withDefaults(byDefault({}, shape), "", around);
  return filled.kind === "object" && filled.entries.size > 0 ? filled : undefined;
}

function byDefault(value: Json, shape: Shape): Setting {
  return settingOf(fromData(value), shape, "default");
}
