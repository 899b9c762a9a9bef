/** The strings of a configuration that loading resolves. */
import type { Path } from "../../../text/path.js";
import { type Scan, scan } from "../../../text/scan.js";
import type { Layer } from "../../read/layers/layer.js";
import type { Setting } from "../configuration/setting.js";
import { mayBeSubstituted } from "./find.js";

/** A string of a file with a substitution, valid or not. */
export interface Leaf {
  readonly path: Path;
  readonly setting: Setting;
  readonly text: string;
  readonly scan: Scan;
  readonly layer: Layer;
}

/** Whether a string can be resolved. An extension's invalid string stays unresolved (S29). */
export function isValidLeaf({ scan: { problems }, setting }: Leaf): boolean {
  return problems.length === 0 || isOpaque(setting);
}

export function isOpaque({ shape }: Setting): boolean {
  return shape?.schema["x-opaque"] === true;
}

/** The leaves of a setting, in its order. */
export function leavesOf(setting: Setting, path: Path): readonly Leaf[] {
  if (setting.kind === "list") return setting.items.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (setting.kind === "object")
    return Array.from(setting.entries).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  const { value: text, source: layer } = setting;
  if (typeof layer === "string" || !mayBeSubstituted(text)) return [];
  return [{ path, setting, text, scan: scan(text), layer }];
}
