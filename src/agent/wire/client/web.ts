/** Time and chance of a browser, which Node.js has too. */
import type { Clock } from "../../ports/clock.js";
import type { Random } from "../../ports/random.js";

export const webClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};

export const webRandom: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
