/** Chance that is the same every time: numbers and bytes from a seed. */
import type { Random } from "../../src/agent/machine/interfaces/random.js";

/** Whole numbers from 0 to below `limit`. */
export type Dice = (limit: number) => number;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

export function seededRandom(seed: number): Random {
  const roll = dice(seed);
  return { bytes: (count) => Uint8Array.from({ length: count }, () => roll(256)) };
}
