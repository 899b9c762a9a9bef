/** Carries out the actions of a plan. */
import type { Actor, Agenda } from "./agenda.js";
import type { Commander } from "./commander.js";
import { CANARY } from "./configuration.js";
import type { Follower } from "./follower.js";
import type { Machine } from "./machine.js";
import type { Network } from "./network.js";
import type { Action, Planned } from "./plan.js";
import type { Storage } from "./storage.js";

/** The parts of a world that actions are about. */
export interface ActedOn {
  readonly agenda: Agenda;
  readonly users: Actor;
  readonly machine: Machine;
  readonly storage: Storage;
  readonly network: Network;
  readonly followers: readonly Follower[];
  readonly commanders: readonly Commander[];
  readonly tell: (line: string) => void;
  /** Called when the disk has lost what was not synced. */
  readonly powerIsLost: () => void;
}

export function act(action: Planned, world: ActedOn): void {
  const { machine, storage, network, followers, commanders } = world;
  world.tell(`plan: ${said(action)}`);
  switch (action.kind) {
    case "prompt":
    case "input":
    case "dequeue":
    case "cancel":
      commanders[action.commander]?.send(action);
      break;
    case "repeat":
      commanders[action.commander]?.repeat(action.which, action.isOther);
      break;
    case "end":
      machine.end(action.isPowerLoss);
      if (action.isPowerLoss) world.powerIsLost();
      break;
    case "doom":
      doom(action, world);
      break;
    case "terminate":
      machine.terminate();
      break;
    case "end-follower":
      followers[action.follower]?.process?.kill();
      break;
    case "end-commander":
      commanders[action.commander]?.kill();
      break;
    case "cut":
      network.cut(action.isSeen);
      break;
    case "weather":
      network.weather = action;
      break;
    case "disk":
      storage.slowness = action.slowness;
      storage.trouble = action.trouble;
      world.agenda.after(action.ms, world.users, () => storage.recover());
      break;
    case "suspend": {
      const process = action.whom === 0 ? machine.process : followers[action.whom - 1]?.process;
      process?.sleep(action.ms);
      break;
    }
    case "clock":
      machine.wall.jump(action.ms);
  }
}

/** The daemon ends in the middle of one of its next operations on the disk. */
function doom(
  { operations, fate, isPowerLoss }: Action & { readonly kind: "doom" },
  { storage, agenda, users, tell, powerIsLost }: ActedOn,
): void {
  const ended = (): void => {
    tell(`disk: the daemon has ended in the middle of an operation${isPowerLoss ? ", and the power is lost" : ""}`);
    if (!isPowerLoss) return;
    storage.disk.crash();
    powerIsLost();
  };
  storage.doom = { left: operations, fate, come: () => agenda.after(0, users, ended) };
}

function said({ at: _, kind, ...facts }: Planned): string {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [kind, ...words].join(" ").replaceAll(CANARY, "SECRET");
}
