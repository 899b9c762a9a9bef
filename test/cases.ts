/** How many of all cases are tried. `npm test` alone has an answer soon, in CI too; `CASES=all npm test` leaves none out. */
const SHARES: Readonly<Record<string, number>> = { all: 1, tenth: 10, few: 20 };

const share = shareOf(process.env["CASES"] ?? "few");

function shareOf(wanted: string): number {
  const found = SHARES[wanted];
  if (found === undefined) throw new Error(`CASES is one of ${Object.keys(SHARES).join(", ")}`);
  return found;
}

/** So many of `all` random cases. */
export function cases(all: number): number {
  return Math.ceil(all / share);
}

/** So many of these cases: one of each group, each time another one, as tables are made of groups themselves. */
export function some<Case>(all: readonly Case[]): readonly Case[] {
  return all.filter((_, index) => index % share === Math.floor(index / share) % share);
}
