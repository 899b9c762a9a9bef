/** What a project changes about its user's agent: every value that it wrote or took away, by what such a value can do. */
import { type Setting, type Shadowed, settingAt } from "../configuration/setting.js";
import type { Json } from "../document/data.js";
import type { Layer } from "../layers/layer.js";
import { jsonOf, type Place } from "../schema/place.js";
import type { Capability, Shape } from "../schema/shape.js";
import type { Path } from "../text/path.js";

export interface Change {
  readonly path: Path;
  readonly capability: Capability;
  /** Of the place itself; of the map that it is in where the schema speaks of its entries together. */
  readonly shape: Shape;
  /** What is in effect now; undefined where the project took away what there was. */
  readonly now: Json | undefined;
  /** What would be in effect without the project, defaults aside. */
  readonly before: Json | undefined;
}

/** Every change that a layer makes and that is not benign, in the order of the configuration. */
export function changesOf(settings: Setting, project: Layer): readonly Change[] {
  const found: Change[] = [];
  const visit = (setting: Setting, path: Path, around: Shape | undefined): void => {
    const shape = setting.shape?.schema["x-capability"] === undefined ? around : setting.shape;
    const capability = shape?.schema["x-capability"];
    const isLeaf = setting.kind !== "object" || setting.shape?.schema["x-opaque"] === true;
    if (isLeaf) {
      if (shape === undefined || capability === undefined || capability === "benign") return;
      if (setting.source !== project || setting.inheritedFrom !== undefined) return;
      const below = placeBelow(setting.shadowed, project);
      const [now, before] = [jsonOf(setting), below && jsonOf(below)];
      if (!isSame(now, before)) found.push({ path, capability, shape, now, before });
      return;
    }
    for (const [key, child] of setting.entries) visit(child, [...path, key], shape);
    for (const [key, shadowed] of setting.absent) {
      const lower = shadowed.some(({ why }) => why === "unset") ? placeBelow(shadowed, project) : undefined;
      if (lower !== undefined) found.push(...lossesIn(lower, [...path, key], shape));
    }
  };
  visit(settings, [], undefined);
  return found;
}

/** Commands and variables mean something else in a project than in the file of its user. */
function isSame(now: Json, before: Json | undefined): boolean {
  const text = JSON.stringify(now);
  return text === JSON.stringify(before) && !/\$[({]/.test(text);
}

/** What is taken away with a value. */
function lossesIn(place: Place, path: Path, around: Shape | undefined): readonly Change[] {
  const shape = place.shape?.schema["x-capability"] === undefined ? around : place.shape;
  if (place.kind === "object" && place.shape?.schema["x-opaque"] !== true)
    return [...place.entries].flatMap(([key, child]) => lossesIn(child, [...path, key], shape));
  const capability = shape?.schema["x-capability"];
  if (shape === undefined || capability === undefined || capability === "benign") return [];
  return [{ path, capability, shape, now: undefined, before: jsonOf(place) }];
}

function placeBelow(shadowed: readonly Shadowed[], project: Layer): Place | undefined {
  return shadowed.findLast(({ layer, why }) => layer !== project && (why === "overridden" || why === "unset"))?.place;
}

/** The entry of a section that a path leads into: `providers.acme`, `mcp_servers.files`. */
export function entryOf(settings: Setting, path: Path): Path | undefined {
  const [section = "", name] = path;
  const holds = settingAt(settings, [section])?.shape?.rest;
  return name !== undefined && holds !== undefined && holds.schema["x-opaque"] !== true ? [section, name] : undefined;
}
