/** What is going to happen in a world with a hub, from its seed. */
import { Chance } from "../chance.js";
import type { Mood } from "./station.js";

type FleetAction =
  /** The daemon of a station says something else in its summary. */
  | { readonly kind: "change"; readonly station: number; readonly title: string; readonly isWaiting: boolean }
  | { readonly kind: "start"; readonly station: number }
  /** It ends at once, or in order. */
  | { readonly kind: "end"; readonly station: number; readonly isInOrder: boolean }
  /** A person finalizes its session, or removes its folder. */
  | { readonly kind: "finalize" | "remove"; readonly station: number }
  /** It answers in another way for some time. */
  | { readonly kind: "mood"; readonly station: number; readonly mood: Mood; readonly ms: number }
  | { readonly kind: "end-hub"; readonly isInOrder: boolean }
  | { readonly kind: "end-follower"; readonly follower: number }
  | { readonly kind: "suspend"; readonly whom: number; readonly ms: number }
  | { readonly kind: "cut"; readonly isSeen: boolean }
  | { readonly kind: "weather"; readonly latency: number; readonly stopsOneIn: number }
  | { readonly kind: "clock"; readonly ms: number };

export type FleetPlanned = FleetAction & { readonly at: number };

export interface FleetPlan {
  readonly seed: number;
  readonly actions: readonly FleetPlanned[];
}

export const STATIONS = 5;
export const FLEET_FOLLOWERS = 2;

/** Milliseconds in which all of it happens. */
const LENGTH = 180_000;

export function fleetPlanOf(seed: number): FleetPlan {
  const chance = new Chance(seed).of("fleet plan");
  const begun = Array.from({ length: STATIONS }, (_, station) => ({
    at: chance.soon(4000),
    kind: "start" as const,
    station,
  }));
  const actions = Array.from({ length: chance.from(8, 40) }, (_, index): FleetPlanned => {
    return { at: chance.roll(LENGTH), ...actionOf(chance, `title ${index}`) };
  });
  return { seed, actions: [...begun, ...actions].toSorted((a, b) => a.at - b.at) };
}

function actionOf(chance: Chance, title: string): FleetAction {
  const station = chance.roll(STATIONS);
  switch (chance.roll(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return { kind: "change", station, title, isWaiting: chance.oneIn(3) };
    case 5:
    case 6:
    case 7:
      return { kind: "start", station };
    case 8:
    case 9:
      return { kind: "end", station, isInOrder: chance.oneIn(2) };
    case 10:
      return { kind: chance.pick(["finalize", "remove"]), station };
    case 11:
    case 12:
      return {
        ...({ kind: "mood", station, ms: chance.soon(60_000) } as const),
        mood: chance.pick(["silent", "slow", "garbage", "other-session", "other-run", "long"]),
      };
    case 13:
      return { kind: "end-hub", isInOrder: chance.oneIn(2) };
    case 14:
      return { kind: "end-follower", follower: chance.roll(FLEET_FOLLOWERS) };
    case 15:
      return { kind: "suspend", whom: chance.roll(1 + FLEET_FOLLOWERS), ms: chance.soon(60_000) };
    case 16:
    case 17:
      return { kind: "cut", isSeen: chance.oneIn(2) };
    case 18:
      return { kind: "weather", latency: chance.soon(4000), stopsOneIn: chance.pick([0, 2, 3, 5]) };
    default:
      return { kind: "clock", ms: chance.pick([-3_600_000, 3_600_000, 30_000, 700_000]) };
  }
}
