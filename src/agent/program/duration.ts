/** Durations on a command line: `90s`, `15m`, `2h`, `1d`; a number alone is seconds. */

const MILLISECONDS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Longest duration, in days. */
const MOST_DAYS = 3650;

/** Milliseconds; undefined for any other text, for zero, and for more than ten years. */
export function durationOf(text: string): number | undefined {
  const [, number = "", unit = "s"] = /^(\d{1,10}(?:\.\d{1,3})?)([smhd])?$/.exec(text) ?? [];
  const milliseconds = Math.round(Number(number) * MILLISECONDS[unit as keyof typeof MILLISECONDS]);
  return milliseconds > 0 && milliseconds <= MOST_DAYS * MILLISECONDS.d ? milliseconds : undefined;
}
