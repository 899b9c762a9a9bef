/** A length of time in words, in the unit that fits, rounded up: `1 second`, `7 minutes`, `3 hours`. */

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

export function inWords(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => milliseconds >= 2 * one) ?? (["second", 1000] as const);
  const count = Math.ceil(milliseconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
