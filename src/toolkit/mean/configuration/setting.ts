/** One place of the configuration: the value in effect, its definition, and the values that it shadows, each with a reason. */
import { itemAt, type Path } from "../../../text/path.js";
import type { Json } from "../../read/document/data.js";
import type { Node } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import { loadedValue } from "../../read/schema/exact.js";
import {
  itemShape,
  jsonOf,
  type ListPlace,
  type ObjectPlace,
  type Place,
  placeFrom,
  type ScalarPlace,
  variantOf,
} from "../../read/schema/place.js";
import { keyShape, type Shape } from "../../read/schema/shape.js";

/** Why a value of a layer is not in effect. */
export type WhyShadowed =
  /** A higher layer sets it. */
  | "overridden"
  /** A higher layer unsets it with null. */
  | "unset"
  /** A higher layer chose another variant, which has no such key or another value for it. */
  | "other-variant"
  /** It does not fit the schema here. */
  | "unfit"
  /** Only the global layer may set it (S11). */
  | "global-only";

/** A written value that is not in effect. */
export interface Shadowed {
  readonly layer: Layer;
  readonly place: Place;
  readonly why: WhyShadowed;
}

/** The origin of a value. An object comes from the lowest layer that has it. */
export type SettingSource = Layer | "catalog" | "default";

/** Why a substitution stays unresolved: a command in a project, a command while commands are off, or an unset variable. */
export type Unresolved = "in-project" | "disabled" | "unset";

interface ScalarSetting extends ScalarPlace<SettingSource, Shadowed> {
  /** Set if the value contains a variable's value or a command's output. */
  readonly isForeign?: true;
  /** Why the loaded value still contains unresolved substitutions. */
  readonly unresolved?: readonly Unresolved[];
}

interface ListSetting extends ListPlace<SettingSource, Shadowed> {
  readonly items: readonly Setting[];
}

export interface ObjectSetting extends ObjectPlace<SettingSource, Shadowed> {
  readonly entries: ReadonlyMap<string, Setting>;
}

export type Setting = ScalarSetting | ListSetting | ObjectSetting;

/** The entries of an object; empty for any other setting. */
export function childrenOf(setting: Setting | undefined): ReadonlyMap<string, Setting> {
  return setting?.kind === "object" ? setting.entries : NO_CHILDREN;
}

const NO_CHILDREN: ReadonlyMap<string, Setting> = new Map();

/** The setting in effect at a path; undefined without one. */
export function settingAt(root: Setting | undefined, path: Path): Setting | undefined {
  let setting = root;
  for (let depth = 0; depth < path.length && setting !== undefined; depth += 1)
    setting = childOf(setting, path[depth] ?? "");
  return setting;
}

/** The setting at one step below another; undefined where there is none. */
export function childOf(around: Setting, step: string | number): Setting | undefined {
  if (around.kind === "object") return around.entries.get(String(step));
  return around.kind === "list" ? itemAt(around.items, step) : undefined;
}

/** The setting in effect at a path, as plain data; undefined without one. */
export function jsonAt(root: Setting | undefined, path: Path): Json | undefined {
  const setting = settingAt(root, path);
  return setting && jsonOf(setting);
}

/** The written values at a path that are not in effect there. */
export function shadowedAt(root: Setting, path: Path): readonly Shadowed[] {
  const setting = settingAt(root, path);
  if (setting !== undefined) return setting.shadowed;
  const around = settingAt(root, path.slice(0, -1));
  return (around?.kind === "object" ? around.absent.get(String(path.at(-1))) : undefined) ?? [];
}

/** The place where a value is defined: a layer, and the path there. */
export interface Definition {
  readonly layer: Layer;
  readonly path: Path;
}

/** The definition of the setting in effect at a path; undefined for a default, for a value of the catalog, and without a setting. */
export function definitionAt(root: Setting, path: Path): Definition | undefined {
  const setting = settingAt(root, path);
  return setting && definitionOf(setting, path);
}

/** `definitionAt` for the setting at the path. */
export function definitionOf({ source, inheritedFrom }: Setting, path: Path): Definition | undefined {
  return typeof source === "string" ? undefined : { layer: source, path: inheritedFrom ?? path };
}

/** The same setting at a place of another shape. */
export function reshaped(setting: Setting, shape: Shape | undefined): Setting {
  if (setting.shape === shape) return setting;
  switch (setting.kind) {
    case "scalar":
      return { ...setting, shape };
    case "list":
      return { ...setting, shape, items: setting.items.map((item) => reshaped(item, itemShape(shape))) };
    case "object": {
      const tag = shape?.tag && setting.entries.get(shape.tag.key);
      const variant = shape && variantOf(shape, tag?.kind === "scalar" ? tag.value : undefined);
      const entries = Array.from(
        setting.entries,
        ([key, child]) => [key, reshaped(child, variant && keyShape(variant, key))] as const,
      );
      return { ...setting, shape, variant, entries: new Map(entries) };
    }
  }
}

/** The settings of a source at a place and inside it, before merging. */
export function settingOf(node: Node, shape: Shape | undefined, source: SettingSource, below?: Setting): Setting {
  return placeFrom(source, node, shape, below);
}

/** The same setting with the values that loading gives its numbers. Opaque values stay: the schema limits none of their numbers. */
export function loaded(setting: Setting): Setting {
  if (setting.kind === "list") {
    return setting.items.every((item) => loaded(item) === item)
      ? setting
      : { ...setting, items: setting.items.map(loaded) };
  }
  const value = setting.kind === "scalar" ? loadedValue(setting) : undefined;
  return setting.kind === "scalar" && value !== undefined && value !== setting.value ? { ...setting, value } : setting;
}

/** The shape at a path, with or without a value there; undefined for a place outside the schema. */
export function shapeAt(root: Setting, path: Path): Shape | undefined {
  let setting: Setting | undefined = root;
  let { shape } = root;
  for (let depth = 0; depth < path.length; depth += 1) {
    const step = path[depth] ?? "";
    const variant: Shape | undefined =
      setting?.kind === "object" ? setting.variant : shape && variantOf(shape, undefined);
    const around: Shape | undefined = variant ?? shape;
    shape = typeof step === "number" || setting?.kind === "list" ? around?.items : around && keyShape(around, step);
    setting = setting && childOf(setting, step);
    shape = setting?.shape ?? shape;
  }
  return shape;
}
