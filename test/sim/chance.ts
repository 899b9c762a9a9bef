/** Chance of a simulated world. Each part of it has its own, so that what one does less of does not change the others. */
import { type Dice, dice } from "../ports/chance.js";

export class Chance {
  readonly #seed: number;
  readonly roll: Dice;

  constructor(seed: number) {
    this.#seed = seed;
    this.roll = dice(seed);
  }

  /** The chance of a part, by its name. */
  of(name: string): Chance {
    let seed = Math.imul(this.#seed ^ 0x9e3779b9, 0x85ebca6b);
    for (const unit of name) seed = Math.imul(seed ^ (unit.codePointAt(0) ?? 0), 0x01000193) ^ (seed >>> 15);
    return new Chance(seed >>> 0);
  }

  /** True once in `among`. */
  oneIn(among: number): boolean {
    return this.roll(among) === 0;
  }

  /** A whole number from `least` to `most`. */
  from(least: number, most: number): number {
    return least + this.roll(most - least + 1);
  }

  /** Mostly small, sometimes up to `most`: a number of milliseconds that something takes. */
  soon(most: number): number {
    const size = 1 + this.roll(most);
    return this.roll(size);
  }

  pick<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.roll(values.length)] ?? values[0];
  }
}
