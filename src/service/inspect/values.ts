/** What is in effect, value by value, with the values that lost, in the order of the configuration. */
import type { Path } from "../../text/path.js";
import { withoutMistakes } from "../../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Reserved } from "../../toolkit/judge/analysis/withheld.js";
import { definitionAt, type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Json } from "../../toolkit/read/document/data.js";
import { type WaitingValue, waitingAt } from "../waiting.js";
import { insideOf } from "./inside.js";
import { isPlainList, type Leaf, leavesOf } from "./leaves.js";
import { type LostValue, lostValues } from "./lost.js";
import type { Meanings } from "./meanings.js";
import { merged } from "./merged-rows.js";
import { type Source, type Spot, sourceOf, spotOf } from "./spot.js";

export interface ShownValue {
  /** Names with secrets are hidden in it. */
  readonly path: Path;
  /** The value in effect; absent without one. */
  readonly value?: Json;
  readonly from?: Source;
  /** For a list in a file: the place of each item. */
  readonly items?: readonly Spot[];
  /** Set if the value is in effect only once the user vouches for the project. */
  readonly isWaiting?: true;
  readonly lost: readonly LostValue[];
  /** The index of its meaning; absent for a key outside the schema. */
  readonly meaning?: number;
}

export interface ValueSection {
  /** The key of the section; absent for the single values at the top. */
  readonly key?: string;
  readonly meaning?: number;
  /** Whether the keys in it are names that the author chose. */
  readonly hasNames: boolean;
  readonly values: readonly ShownValue[];
}

export interface Values {
  /** Both layers, whatever the user vouches for. */
  readonly snapshot: Snapshot;
  readonly reserved: Reserved;
  /** The configuration that counts, without the mistakes of its project. */
  readonly left: Snapshot;
  /** What is in effect, with secrets hidden. */
  readonly shown: Json;
  readonly isUntrusted: boolean;
  readonly meanings: Meanings;
}

export function valueSections(values: Values): {
  readonly sections: readonly ValueSection[];
  readonly isWaiting: boolean;
} {
  const { snapshot, reserved, left, shown: inEffect, isUntrusted, meanings } = values;
  const waiting = waitingValues(snapshot, reserved);
  const waits = insideOf(isUntrusted ? [] : waiting.map(({ path }) => path));
  const lost = lostValues({ snapshot, left, waiting: isUntrusted ? waiting : [], waits });
  const shown = merged(rowsIn(left, inEffect), lost).map(({ at, row, lost: some }): Placed => {
    const meaning = meanings.of(row === undefined ? snapshot.settings : left.effective, at);
    return {
      at,
      value: {
        path: row?.path ?? some[0]?.path ?? snapshot.redactor.path(at),
        ...(row && { value: row.value, from: row.from }),
        ...(row?.items && { items: row.items }),
        ...(row?.from.layer === "project" && waits(at) && { isWaiting: true as const }),
        lost: some.map(({ value }) => value),
        ...(meaning !== undefined && { meaning }),
      },
    };
  });
  return { sections: inSections(shown, values), isWaiting: waiting.length > 0 };
}

/** The values that wait; of a mapping that the user has too, the parts of the project. */
function waitingValues(snapshot: Snapshot, { withheld, snapshot: counting }: Reserved): readonly WaitingValue[] {
  if (withheld.length === 0) return [];
  const { complete } = withoutMistakes(snapshot);
  const ofProject = (path: Path): readonly Path[] => {
    const setting = settingAt(complete, path);
    const isShared = definitionAt(complete, path)?.layer.scope === "global";
    if (setting?.kind !== "object" || !isShared || setting.entries.size === 0) return [path];
    return [...setting.entries.keys()].flatMap((key) => ofProject([...path, key]));
  };
  return withheld.flatMap((one) => {
    const alone = { snapshot: counting, withheld: [one] };
    return ofProject(one.path).flatMap((path) => waitingAt(snapshot, alone, path));
  });
}

interface Row {
  readonly at: Path;
  readonly path: Path;
  readonly value: Json;
  readonly from: Source;
  readonly items: readonly Spot[] | undefined;
}

/** The values in effect; a list of single values is one row. */
function rowsIn({ effective, redactor }: Snapshot, shown: Json): readonly Row[] {
  return leavesOf(effective, [], shown, redactor, isPlainList).flatMap(({ at, path, value, place }: Leaf<Setting>) =>
    at.length === 0 ? [] : [{ at, path, value, from: sourceOf(place, at), items: itemSpots(place, at) }],
  );
}

function itemSpots(place: Setting | undefined, at: Path): readonly Spot[] | undefined {
  if (place?.kind !== "list" || typeof place.source === "string" || place.items.length === 0) return undefined;
  const [layer, path] = [place.source, place.inheritedFrom ?? at];
  return place.items.map((_, index) => spotOf(layer, [...path, index]));
}

interface Placed {
  readonly at: Path;
  readonly value: ShownValue;
}

/** The single values at the top first, then each key with values inside of it. */
function inSections(shown: readonly Placed[], { snapshot, left, meanings }: Values): readonly ValueSection[] {
  const all = new Map<string, Placed[]>();
  const keys = new Set(shown.flatMap(({ at }) => (at.length > 1 ? [at[0]] : [])));
  const top = shown.filter(({ at }) => !keys.has(at[0]));
  for (const one of shown) {
    if (!keys.has(one.at[0])) continue;
    const key = String(one.at[0]);
    const placed = all.get(key);
    if (placed === undefined) all.set(key, [one]);
    else placed.push(one);
  }
  const sections = Array.from(all, ([key, placed]): ValueSection => {
    const settings = settingAt(left.effective, [key]) === undefined ? snapshot.settings : left.effective;
    const meaning = meanings.of(settings, [key]);
    return {
      key: String(placed[0]?.value.path[0] ?? key),
      ...(meaning !== undefined && { meaning }),
      hasNames: meanings.shapeOf(settings, [key])?.rest !== undefined,
      values: placed.map(({ value }) => value),
    };
  });
  return top.length === 0 ? sections : [{ hasNames: false, values: top.map(({ value }) => value) }, ...sections];
}
