/** Keys that are one word with a well-known beginning. What follows it decides: a name may begin in the same way. */
import { ACCESS_KEYS, BODY, FILE_KEY, SERVICES, TOKENS } from "../../../../text/keys.js";
import { type Candidate, CERTAIN, COMPLETE, LOST, OVER, PENDING, type Shape, type Verdict } from "./shape.js";
import { isAlphanumeric, isCapital, isDigit, isKeyUnit, isSmall, isWordUnit } from "./units.js";

const KEY = { isWord: true, isHidden: true, isAlone: true } as const;

/** Names with one of some separators behind them. */
function separated(names: string, separators: readonly string[]): readonly string[] {
  return names.split("|").flatMap((name) => separators.map((separator) => name + separator));
}

/** `ghp_…` and its family. */
export const token: Shape = {
  ...{ ...KEY, beginnings: separated(TOKENS, ["-", "_"]) },
  begin: () => new Run(isKeyUnit, BODY),
};

export const fileKey: Shape = { ...KEY, beginnings: [FILE_KEY], begin: () => new Run(isWordUnit, 1) };

/** At least so many units of a kind. */
class Run implements Candidate {
  readonly #belongs: (unit: number) => boolean;
  #missing: number;

  constructor(belongs: (unit: number) => boolean, least: number) {
    this.#belongs = belongs;
    this.#missing = least;
  }

  feed(unit: number): Verdict {
    if (!this.#belongs(unit)) return this.#missing > 0 ? LOST : OVER;
    this.#missing -= 1;
    return this.#missing > 0 ? PENDING : CERTAIN;
  }
}

/** `AKIA…`: of one length. */
export const accessKey: Shape = { ...KEY, beginnings: ACCESS_KEYS.split("|"), begin: () => new AccessKey() };

class AccessKey implements Candidate {
  #missing = BODY;

  feed(unit: number): Verdict {
    if (this.#missing === 0) return isWordUnit(unit) ? LOST : OVER;
    if (!isDigit(unit) && !isCapital(unit)) return LOST;
    this.#missing -= 1;
    return this.#missing === 0 ? COMPLETE : PENDING;
  }
}

/** `sk-…`. */
export const serviceKey: Shape = {
  ...{ ...KEY, beginnings: separated(SERVICES, ["-"]) },
  begin: () => new ServiceKey(false),
};

/** `sk_…`: names in C begin like it, and are long, too. */
export const underscoredKey: Shape = {
  ...{ ...KEY, beginnings: separated(SERVICES, ["_"]) },
  begin: () => new ServiceKey(true),
};

/** Least units of a key that consists of short pieces. */
const PIECES = 20;

/**
 * A key has a piece of `BODY` letters and digits; or it is longer, and one of its pieces is as in few names: `a1b`, `1a2` or `aB`. Where
 * names are likely, digits stand inside the long piece. More text on either side takes none of this away: of two keys within each other
 * the outer one counts.
 */
class ServiceKey implements Candidate {
  readonly #mayBeName: boolean;
  #length = 0;
  #piece = 0;
  /** How often letters and digits have alternated in this piece. */
  #changes = 0;
  #last = 0;
  #isStrange = false;
  #isCertain = false;

  constructor(mayBeName: boolean) {
    this.#mayBeName = mayBeName;
  }

  feed(unit: number): Verdict {
    if (!isKeyUnit(unit)) return this.#isCertain ? OVER : LOST;
    this.#length += 1;
    this.#piece = isAlphanumeric(unit) ? this.#piece + 1 : 0;
    if (this.#piece < 2) this.#changes = 0;
    else this.#compare(unit);
    this.#last = unit;
    this.#isCertain ||= this.#isEvident();
    return this.#isCertain ? CERTAIN : PENDING;
  }

  #compare(unit: number): void {
    if (isDigit(unit) !== isDigit(this.#last)) this.#changes += 1;
    this.#isStrange ||= this.#changes > 1 || (isSmall(this.#last) && isCapital(unit));
  }

  #isEvident(): boolean {
    const isLong = this.#piece >= BODY;
    return this.#mayBeName ? isLong && this.#changes > 1 : isLong || (this.#isStrange && this.#length >= PIECES);
  }
}
