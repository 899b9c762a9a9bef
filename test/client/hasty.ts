/** Time of a client that does not wait: it passes as soon as somebody waits for less than a heartbeat. */
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import type { Random } from "../../src/agent/machine/interfaces/random.js";
import { seededRandom } from "../ports/chance.js";
import { HandClock } from "../ports/hand-clock.js";

export interface Hasty {
  readonly clock: Clock;
  readonly random: Random;
}

export function hasty(): Hasty {
  const clock = new HandClock();
  let passed = 0;
  return {
    clock: {
      now: () => clock.now() + passed,
      monotonic: () => clock.monotonic() + passed,
      after(ms, run) {
        if (ms >= 10_000) return clock.after(ms, run);
        return clock.after(0, () => {
          passed += ms;
          run();
        });
      },
    },
    random: seededRandom(1),
  };
}
