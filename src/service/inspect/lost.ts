/** Values that are written and not in effect: overridden, unset, left out as mistakes, or waiting for a vouch. Each with the reason. */
import type { Path } from "../../text/path.js";
import { withoutMistakes } from "../../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { leftOutAt } from "../../toolkit/mean/configuration/effective.js";
import {
  childOf,
  definitionAt,
  definitionOf,
  type ObjectSetting,
  type Setting,
  type Shadowed,
  settingAt,
} from "../../toolkit/mean/configuration/setting.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import { entryAt, itemSecrecy, type Secrecy } from "../../toolkit/mean/redaction/secrecy.js";
import type { Json } from "../../toolkit/read/document/data.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { Place } from "../../toolkit/read/schema/place.js";
import { LEFT_OUT, WHY, WHY_DROPPED } from "../explain/story.js";
import { ONCE_VOUCHED, type WaitingValue } from "../waiting.js";
import { isPlainList, type Leaf, leavesOf } from "./leaves.js";
import { type Spot, spotOf } from "./spot.js";

export interface LostValue extends Spot {
  readonly value: Json;
  readonly why: string;
  /** Set if it is in effect until the user vouches for the project. */
  readonly isHeld?: true;
}

export interface Lost {
  readonly at: Path;
  /** Names with secrets are hidden in it. */
  readonly path: Path;
  readonly value: LostValue;
}

export interface Losing {
  /** Both layers, whatever the user vouches for. */
  readonly snapshot: Snapshot;
  /** The configuration that counts, without the mistakes of its project. */
  readonly left: Snapshot;
  /** The values that the configuration lacks because they wait for a vouch. */
  readonly waiting: readonly WaitingValue[];
  /** Whether the value in effect at a path waits for a vouch. */
  readonly waits: (path: Path) => boolean;
}

export function lostValues(losing: Losing): readonly Lost[] {
  return [...waitingValues(losing), ...leftOutValues(losing), ...shadowedValues(losing)];
}

/** The reason while the project's value waits. */
const UNTIL_VOUCHED = "in effect until you vouch for the project";

/** One lost value for each of its parts. */
function partsOf(
  { place, secrecy }: { readonly place: Place; readonly secrecy: Secrecy },
  {
    at,
    layer,
    from = at,
    why,
  }: { readonly at: Path; readonly layer: Layer; readonly from?: Path; readonly why: string },
  redactor: Redactor,
  isHeld = false,
): readonly Lost[] {
  const value = redactor.json(place, [], secrecy);
  const leaves = leavesOf(place, at, value, redactor, isPlainList, redactor.path(at));
  return leaves.filter(isWritten).map((leaf) => ({
    at: leaf.at,
    path: leaf.path,
    value: {
      ...spotOf(layer, [...from, ...leaf.at.slice(at.length)]),
      value: leaf.value,
      why,
      ...(isHeld && { isHeld: true as const }),
    },
  }));
}

/** A mapping whose parts are all left out is not written as an empty one. */
function isWritten({ place }: Leaf): boolean {
  return place?.kind !== "object" || place.node.kind !== "mapping" || place.node.entries.size === 0;
}

function shadowedValues({ left: { settings, redactor }, waits }: Losing): readonly Lost[] {
  const lost: Lost[] = [];
  const add = (shadowed: readonly Shadowed[], at: Path, around: Secrecy, parent: Setting): void => {
    for (const { layer, place, why } of shadowed) {
      const isHeld = layer.scope === "global" && waits(at);
      const about = { at, layer, why: isHeld ? UNTIL_VOUCHED : WHY[why] };
      lost.push(...partsOf(placedIn(parent, at.at(-1) ?? "", place, around), about, redactor, isHeld));
    }
  };
  eachSetting(settings, (setting, at, around, parent) => {
    if (parent !== undefined) add(setting.shadowed, at, around, parent);
    if (setting.kind !== "object") return true;
    const { secrecy } = parent === undefined ? OPEN : placedIn(parent, at.at(-1) ?? "", setting, around);
    for (const [key, all] of setting.absent) add(all, [...at, key], secrecy, setting);
    return true;
  });
  return lost;
}

/** Values that won the merge and are left out: mistakes of the project, parts of incomplete objects, and zeros that mean unset. */
function leftOutValues({ snapshot, left, waiting }: Losing): readonly Lost[] {
  if (snapshot === left && left.settings === left.effective) return [];
  const lost: Lost[] = [];
  const { complete } = withoutMistakes(snapshot);
  const isNear = (path: Path): boolean => waiting.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
  const waits = (path: Path): boolean => isNear(path) && settingAt(complete, path) !== undefined;
  eachSetting(snapshot.settings, (setting, at, around, parent) => {
    const written = definitionOf(setting, at);
    if (parent === undefined || written === undefined || waits(at)) return true;
    const drop = leftOutAt(left.settings, left.effective, at);
    const isMistake = definitionAt(left.settings, at)?.layer.scope !== written.layer.scope;
    if (drop === undefined && !isMistake) return true;
    if (drop === undefined && setting.kind === "object" && settingAt(left.settings, at) !== undefined) return true;
    const about = {
      at,
      layer: written.layer,
      from: written.path,
      why: drop === undefined ? LEFT_OUT : WHY_DROPPED[drop],
    };
    lost.push(...partsOf(placedIn(parent, at.at(-1) ?? "", setting, around), about, left.redactor));
    return false;
  });
  return lost;
}

/** Mistakes among them stay out of effect for good. */
function waitingValues({ snapshot, waiting }: Losing): readonly Lost[] {
  if (waiting.length === 0) return [];
  const { complete, redactor } = withoutMistakes(snapshot);
  return waiting.flatMap(({ path: at, definition: { layer, path: from } }) => {
    const about = { at, layer, from, why: ONCE_VOUCHED };
    const placed = placedAt(complete, at);
    if (placed !== undefined) return partsOf(placed, about, redactor);
    return [{ at, path: redactor.path(at), value: { ...spotOf(layer, from), value: null, why: ONCE_VOUCHED } }];
  });
}

const OPEN = { secrecy: "open" } as const;

interface Placed {
  readonly place: Place;
  readonly secrecy: Secrecy;
}

/** A value at a step of another one, with its secrecy. `around`: the secrecy of the other one. */
function placedIn(parent: Setting, step: string | number, place: Place, around: Secrecy): Placed {
  if (parent.kind === "object") {
    const alone: ObjectSetting | Place = { ...parent, entries: new Map([[String(step), place]]) };
    return entryAt(alone, String(step), around) ?? { place, secrecy: around };
  }
  return { place, secrecy: itemSecrecy(place, around) };
}

function placedAt(root: Setting, path: Path): Placed | undefined {
  let [parent, around]: [Setting, Secrecy] = [root, "open"];
  for (const [index, step] of path.entries()) {
    const child = childOf(parent, step);
    if (child === undefined) return undefined;
    const placed = placedIn(parent, step, child, around);
    if (index === path.length - 1) return placed;
    [parent, around] = [child, placed.secrecy];
  }
  return { place: root, secrecy: "open" };
}

/** Visits a setting and, as long as `visit` returns true, those inside of it. `around`: the secrecy of its surroundings. */
function eachSetting(
  root: Setting,
  visit: (setting: Setting, at: Path, around: Secrecy, parent: Setting | undefined) => boolean,
): void {
  const walk = (setting: Setting, at: Path, around: Secrecy, parent: Setting | undefined): void => {
    if (!visit(setting, at, around, parent) || setting.kind === "scalar") return;
    const { secrecy } = parent === undefined ? OPEN : placedIn(parent, at.at(-1) ?? "", setting, around);
    if (setting.kind === "list")
      for (const [index, item] of setting.items.entries()) walk(item, [...at, index], secrecy, setting);
    else for (const [key, child] of setting.entries) walk(child, [...at, key], secrecy, setting);
  };
  walk(root, [], "open", undefined);
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}
