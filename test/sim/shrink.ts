/** The shortest plan that still fails: actions are left out as long as the failure stays. */
import type { Outcome } from "./chronicle.js";

/** What is going to happen in a world, in order. */
interface AnyPlan {
  readonly seed: number;
  readonly actions: readonly object[];
}

export interface Failing<Plan extends AnyPlan> {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/** Worlds that are tried at most. */
const TRIES = 300;

export async function shortest<Plan extends AnyPlan>(
  found: Failing<Plan>,
  live: (plan: Plan) => Promise<Outcome>,
): Promise<Failing<Plan>> {
  let best = found;
  let tries = 0;
  for (let size = found.plan.actions.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.plan.actions.length && tries < TRIES; ) {
      tries += 1;
      const plan = { ...best.plan, actions: without(best.plan.actions, from, size) };
      const outcome = await live(plan);
      if (outcome.failure === undefined) from += size;
      else best = { plan, outcome };
    }
  }
  return best;
}

function without<Action>(actions: readonly Action[], from: number, size: number): readonly Action[] {
  return [...actions.slice(0, from), ...actions.slice(from + size)];
}
