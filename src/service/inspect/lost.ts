/** Values that are written and not in effect: overridden, unset, left out as mistakes, or waiting for a vouch. Each with the reason. */
import type { Path } from "../../text/path.js";
import { withoutMistakes } from "../../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { leftOutAt } from "../../toolkit/mean/configuration/effective.js";
import {
  childOf,
  definitionAt,
  definitionOf,
  type Setting,
  type Shadowed,
  settingAt,
} from "../../toolkit/mean/configuration/setting.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import { entryAt, itemSecrecy, type PlacedSecrecy, type Secrecy } from "../../toolkit/mean/redaction/secrecy.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { find } from "../../toolkit/read/document/node.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { Place } from "../../toolkit/read/schema/place.js";
import { LEFT_OUT, WHY, WHY_DROPPED } from "../explain/story.js";
import { ONCE_VOUCHED, type WaitingValue } from "../waiting.js";
import { aroundOf, insideOf } from "./inside.js";
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
  { place, secrecy }: PlacedSecrecy,
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

/** A mapping with parts that lost is not an empty one. */
function isWritten({ place }: Leaf): boolean {
  return place?.kind !== "object" || place.absent.size === 0;
}

function shadowedValues({ left: { settings, redactor }, waits }: Losing): readonly Lost[] {
  const lost: Lost[] = [];
  const add = (shadowed: readonly Shadowed[], at: Path): void => {
    for (const { layer, place, why } of shadowed) {
      const isHeld = layer.scope === "global" && waits(at);
      const about = { at, layer, why: isHeld ? UNTIL_VOUCHED : WHY[why] };
      lost.push(...partsOf(placedAt(settings, at, place), about, redactor, isHeld));
    }
  };
  eachSetting(settings, (setting, at) => {
    add(setting.shadowed, at);
    if (setting.kind === "object") for (const [key, all] of setting.absent) add(all, [...at, key]);
  });
  return lost;
}

/** Values that won the merge and are left out: mistakes of the project, parts of incomplete objects, and zeros that mean unset. */
function leftOutValues({ snapshot, left, waiting }: Losing): readonly Lost[] {
  const lost: Lost[] = [];
  const { complete } = withoutMistakes(snapshot);
  const paths = waiting.map(({ path }) => path);
  const [isInside, isAround] = [insideOf(paths), aroundOf(paths)];
  const isNear = (path: Path): boolean => isInside(path) || isAround(path);
  const waits = (path: Path): boolean => isNear(path) && settingAt(complete, path) !== undefined;
  const walk = (setting: Setting, at: Path, now: Setting | undefined): void => {
    if (isLeftOut(setting, at, now) || setting.kind === "scalar") return;
    if (setting.kind === "list")
      for (const [index, item] of setting.items.entries()) walk(item, [...at, index], now && childOf(now, index));
    else for (const [key, child] of setting.entries) walk(child, [...at, key], now && childOf(now, key));
  };
  /** `now`: what is in effect there. */
  const isLeftOut = (setting: Setting, at: Path, now: Setting | undefined): boolean => {
    if (at.length === 0 || typeof setting.source === "string" || isSameScope(setting, now)) return false;
    const written = definitionOf(setting, at);
    if (written === undefined || waits(at)) return false;
    const drop = leftOutAt(left.settings, left.effective, at);
    const isMistake = definitionAt(left.settings, at)?.layer.scope !== written.layer.scope;
    if (drop === undefined && !isMistake) return false;
    if (drop === undefined && setting.kind === "object" && settingAt(left.settings, at) !== undefined) return false;
    const why = drop === undefined ? LEFT_OUT : WHY_DROPPED[drop];
    const placed = placedAt(snapshot.settings, at, setting);
    lost.push(...partsOf(placed, { at, layer: written.layer, from: written.path, why }, left.redactor));
    return true;
  };
  walk(snapshot.settings, [], left.effective);
  return lost;
}

/** Most values: the same layer's is in effect. */
function isSameScope({ source }: Setting, now: Setting | undefined): boolean {
  return typeof source === "object" && typeof now?.source === "object" && source.scope === now.source.scope;
}

/** Mistakes among them stay out of effect for good. */
function waitingValues({ snapshot, waiting }: Losing): readonly Lost[] {
  if (waiting.length === 0) return [];
  const { complete, redactor } = withoutMistakes(snapshot);
  return waiting.flatMap(({ path: at, definition: { layer, path: from } }) => {
    const about = { at, layer, from, why: ONCE_VOUCHED };
    const place = isNull(layer, from) ? undefined : settingAt(complete, at);
    if (place !== undefined) return partsOf(placedAt(complete, at, place), about, redactor);
    return [{ at, path: redactor.path(at), value: { ...spotOf(layer, from), value: null, why: ONCE_VOUCHED } }];
  });
}

/** Whether a layer erases a value. */
function isNull({ root }: Layer, path: Path): boolean {
  const node = root && find(root, path)?.node;
  return node?.kind === "scalar" && node.value === null;
}

/** A value at a path of some settings, with the secrecy that its surroundings give it. */
function placedAt(root: Setting, path: Path, place: Place): PlacedSecrecy {
  let [parent, secrecy]: [Setting | undefined, Secrecy] = [root, "open"];
  let placed = place;
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    const child: Place | undefined = isLast ? place : parent && childOf(parent, step);
    if (parent === undefined || child === undefined) break;
    const alone = parent.kind === "object" && { ...parent, entries: new Map([[String(step), child]]) };
    const entry: PlacedSecrecy | undefined = alone ? entryAt(alone, String(step), secrecy) : undefined;
    secrecy = entry?.secrecy ?? itemSecrecy(child, secrecy);
    if (isLast && entry !== undefined) placed = entry.place;
    parent = childOf(parent, step);
  }
  return { place: placed, secrecy };
}

/** Visits a setting and those inside of it. */
function eachSetting(setting: Setting, visit: (setting: Setting, at: Path) => void, at: Path = []): void {
  visit(setting, at);
  if (setting.kind === "scalar") return;
  if (setting.kind === "list")
    for (const [index, item] of setting.items.entries()) eachSetting(item, visit, [...at, index]);
  else for (const [key, child] of setting.entries) eachSetting(child, visit, [...at, key]);
}
