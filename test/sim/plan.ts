/** What is going to happen in a world, from its seed: commands of its users, and faults of everything. */
import type { FileFailure } from "../../src/agent/machine/interfaces/files.js";
import { Chance } from "./chance.js";
import type { CommandKind } from "./commander.js";
import { CANARY } from "./configuration.js";

export type Action =
  | {
      readonly kind: CommandKind;
      readonly commander: number;
      readonly name: string;
      readonly isAwaited: boolean;
      readonly text: string;
      /** The text of an attachment. */
      readonly attached?: string;
    }
  /** An earlier command of a commander is sent once more with its key, as it was or with another text. */
  | { readonly kind: "repeat"; readonly commander: number; readonly which: number; readonly isOther: boolean }
  /** The daemon ends, or its machine loses its power. */
  | { readonly kind: "end"; readonly isPowerLoss: boolean }
  /** The same in the middle of one of its next operations on the disk. */
  | {
      readonly kind: "doom";
      readonly operations: number;
      readonly fate: "end-before" | "end-within" | "end-after";
      readonly isPowerLoss: boolean;
    }
  | { readonly kind: "terminate" }
  | { readonly kind: "end-follower"; readonly follower: number }
  | { readonly kind: "end-commander"; readonly commander: number }
  | { readonly kind: "cut"; readonly isSeen: boolean }
  | { readonly kind: "weather"; readonly latency: number; readonly stopsOneIn: number }
  | { readonly kind: "disk"; readonly trouble: FileFailure | undefined; readonly slowness: number; readonly ms: number }
  /** A process stands still for some time. */
  | { readonly kind: "suspend"; readonly whom: number; readonly ms: number }
  /** The wall clock of the daemon's machine is set, or the machine has slept. */
  | { readonly kind: "clock"; readonly ms: number };

export type Planned = Action & { readonly at: number };

export interface Plan {
  readonly seed: number;
  readonly actions: readonly Planned[];
}

/** Milliseconds in which all of it happens. */
const LENGTH = 60_000;

export const FOLLOWERS = 2;
export const COMMANDERS = 2;

export function planOf(seed: number): Plan {
  const chance = new Chance(seed).of("plan");
  const count = chance.from(6, 30);
  let prompts = 0;
  const actions = Array.from({ length: count }, (): Planned => {
    prompts += 1;
    return { at: chance.roll(LENGTH), ...actionOf(chance, `prompt-${prompts}`) };
  });
  return { seed, actions: actions.toSorted((a, b) => a.at - b.at) };
}

function actionOf(chance: Chance, name: string): Action {
  const commander = chance.roll(COMMANDERS);
  const command = { commander, name, isAwaited: chance.oneIn(3), text: textOf(chance) };
  const attached = chance.oneIn(6) ? { attached: `a file ${textOf(chance)}` } : {};
  switch (chance.roll(29)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
      return { kind: "prompt", ...command, ...attached };
    case 8:
    case 9:
      return { kind: "input", ...command, ...attached };
    case 10:
      return { kind: "dequeue", ...command };
    case 11:
      return { kind: "cancel", ...command };
    case 12:
      return { kind: "end", isPowerLoss: chance.oneIn(2) };
    case 13:
    case 14:
      return {
        kind: "doom",
        operations: chance.soon(40),
        fate: chance.pick(["end-before", "end-within", "end-after"]),
        isPowerLoss: !chance.oneIn(3),
      };
    case 15:
      return { kind: "terminate" };
    case 16:
    case 17:
      return { kind: "end-follower", follower: chance.roll(FOLLOWERS) };
    case 18:
      return { kind: "end-commander", commander };
    case 19:
      return { kind: "cut", isSeen: chance.oneIn(2) };
    case 20:
      return { kind: "weather", latency: chance.soon(4000), stopsOneIn: chance.pick([0, 2, 3, 5]) };
    case 21:
    case 27:
      return {
        kind: "disk",
        trouble: chance.pick([undefined, "full", "io"]),
        slowness: chance.soon(600),
        ms: chance.soon(30_000),
      };
    case 22:
    case 23:
    case 24:
    case 25:
      return { kind: "repeat", commander, which: chance.roll(100), isOther: chance.oneIn(3) };
    case 26:
      return { kind: "suspend", whom: chance.roll(1 + FOLLOWERS), ms: chance.soon(60_000) };
    default:
      return { kind: "clock", ms: chance.pick([-3_600_000, 3_600_000, 30_000, 700_000]) };
  }
}

function textOf(chance: Chance): string {
  const secret = chance.oneIn(6) ? `with ${CANARY} ` : "";
  return `${"please ".repeat(chance.from(0, 4))}${secret}now`;
}
