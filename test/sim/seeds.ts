/** Worlds from seeds, until one fails. */

import type { Outcome } from "./chronicle.js";
import { fleetPlanOf } from "./fleet/plan.js";
import { liveFleet } from "./fleet/world.js";
import { planOf } from "./plan.js";
import { shortest } from "./shrink.js";
import { live } from "./world.js";

export interface Found {
  readonly seed: number;
  /** Actions that are needed for the failure. */
  readonly actions: number;
  readonly outcome: Outcome;
}

/** The kinds of worlds: a daemon with its clients, and a hub with its daemons and clients. */
export const WORLDS = {
  session: (seed: number) => lived(planOf(seed), live),
  fleet: (seed: number) => lived(fleetPlanOf(seed), liveFleet),
};

export type WorldKind = keyof typeof WORLDS;

interface Lived {
  readonly outcome: Outcome;
  /** The same failure with as few actions as possible. */
  readonly shortened: () => Promise<Found>;
}

async function lived<Plan extends { readonly seed: number; readonly actions: readonly object[] }>(
  plan: Plan,
  live: (plan: Plan) => Promise<Outcome>,
): Promise<Lived> {
  const outcome = await live(plan);
  return {
    outcome,
    shortened: async () => {
      const short = await shortest({ plan, outcome }, live);
      return { seed: plan.seed, actions: short.plan.actions.length, outcome: short.outcome };
    },
  };
}

/** The first world that fails, with its shortest plan; undefined when all are well. */
export async function firstFailing(from: number, to: number, kind: WorldKind = "session"): Promise<Found | undefined> {
  for (let seed = from; seed <= to; seed += 1) {
    const { outcome, shortened } = await WORLDS[kind](seed);
    if (outcome.failure !== undefined) return shortened();
  }
  return undefined;
}

/** What people are told of a world that fails. */
export function told({ seed, actions, outcome }: Found, kind: WorldKind = "session"): string {
  return [
    `seed ${seed} fails, and so do ${actions} of its actions:`,
    ...outcome.history,
    `\`npm run sim -- --seed ${seed}${kind === "fleet" ? " --fleet" : ""}\` repeats it whole`,
  ].join("\n");
}
