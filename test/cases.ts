/** How many of all cases are tried: every one where ALL_CASES is set, as CI sets it, and one of five to have an answer soon. */
const isAll = process.env["ALL_CASES"] !== undefined;

/** So many of `all` random cases. */
export function cases(all: number): number {
  return isAll ? all : Math.ceil(all / 5);
}

/** So many of these cases. */
export function some<Case>(all: readonly Case[]): readonly Case[] {
  return isAll ? all : all.filter((_, index) => index % 5 === 0);
}
