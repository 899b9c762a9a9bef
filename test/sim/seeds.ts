/** Worlds from seeds, until one fails. */
import { planOf } from "./plan.js";
import { type Failing, shortest } from "./shrink.js";
import { live } from "./world.js";

export interface Found extends Failing {
  readonly seed: number;
}

/** The first world that fails, with its shortest plan; undefined when all are well. */
export async function firstFailing(from: number, to: number): Promise<Found | undefined> {
  for (let seed = from; seed <= to; seed += 1) {
    const plan = planOf(seed);
    const outcome = await live(plan);
    if (outcome.failure !== undefined) return { seed, ...(await shortest({ plan, outcome }, live)) };
  }
  return undefined;
}

/** What people are told of a world that fails. */
export function told({ seed, plan, outcome }: Found): string {
  return [
    `seed ${seed} fails, and so do ${plan.actions.length} of its actions:`,
    ...outcome.history,
    `\`npm run sim -- --seed ${seed}\` repeats it whole`,
  ].join("\n");
}
