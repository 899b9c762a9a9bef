/** How many of all cases are tried: every one where ALL_CASES is set, as CI sets it, and one of twenty to have an answer soon. */
const SHARE = process.env["ALL_CASES"] === undefined ? 20 : 1;

/** So many of `all` random cases. */
export function cases(all: number): number {
  return Math.ceil(all / SHARE);
}

/** So many of these cases. */
export function some<Case>(all: readonly Case[]): readonly Case[] {
  return all.filter((_, index) => index % SHARE === 0);
}
