/** How many of all cases are tried. `npm test` alone has an answer soon, `CASES=tenth npm test` is that of CI, and `CASES=all npm test` leaves none out. */

interface Shares {
  /** One in so many of what is quick. */
  readonly quick: number;
  /** One in so many of what takes milliseconds. */
  readonly slow: number;
  /** One in so many steps of a sweep, as over all operations of a disk. */
  readonly stride: number;
}

const SHARES: Readonly<Record<string, Shares>> = {
  all: { quick: 1, slow: 1, stride: 1 },
  tenth: { quick: 10, slow: 20, stride: 1 },
  few: { quick: 20, slow: 40, stride: 4 },
};

const shares = sharesOf(process.env["CASES"] ?? "few");

function sharesOf(wanted: string): Shares {
  const found = SHARES[wanted];
  if (found === undefined) throw new Error(`CASES is one of ${Object.keys(SHARES).join(", ")}`);
  return found;
}

/** So many of `all` random cases. */
export function cases(all: number): number {
  return Math.ceil(all / shares.quick);
}

/** So many of `all` random cases, each of which takes milliseconds. */
export function slowCases(all: number): number {
  return Math.ceil(all / shares.slow);
}

/** So many of these cases: one of each group, each time another one, as tables are made of groups themselves. */
export function some<Case>(all: readonly Case[]): readonly Case[] {
  return all.filter((_, index) => index % shares.quick === Math.floor(index / shares.quick) % shares.quick);
}

/** So many rows of a table: one in `share` where an answer is wanted soon, with `turn` another one, and else all of them. */
export function sampled<Row>(all: readonly Row[], share: number, turn = 0): readonly Row[] {
  return shares.stride === 1 ? all : all.filter((_, index) => (index + turn) % share === 0);
}

/** Numbers from 1 on, some of them left out: which ones differs with `turn`, so that sweeps one after the other try different steps. */
export function* sweep(turn = 0): Generator<number, void, undefined> {
  for (let number = 1 + (turn % shares.stride); ; number += shares.stride) yield number;
}
