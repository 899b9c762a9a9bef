/** Integers that a double cannot hold, judged by the digits in the text (S9). */
import type { PathAnchor } from "../diagnostic/anchor.js";
import type { Scalar } from "../document/node.js";
import type { SchemaFact } from "./facts.js";
import type { Shape } from "./shape.js";

const UINT64_MAX = 2n ** 64n - 1n;

/** What the digits say that the loaded number does not; the number itself is within its limits. */
export function checkInteger(
  { digits = "" }: Scalar,
  loaded: number,
  shape: Shape | undefined,
  at: PathAnchor,
): readonly SchemaFact[] {
  if (!Number.isInteger(loaded) || Number.isSafeInteger(loaded)) return [];
  const exact = integerOf(digits);
  const isTooLarge = shape?.schema.format === "uint64" && exact !== undefined && exact > UINT64_MAX;
  return isTooLarge ? [{ kind: "out-of-range", at, written: digits, shape }] : [{ kind: "unsafe-integer", at, shape }];
}

/** The whole number that a YAML or JSON number spells, whichever way it is written. */
function integerOf(digits: string): bigint | undefined {
  if (/^0[xo]/.test(digits) || /^[-+]?\d+$/.test(digits)) return BigInt(digits);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(digits) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > 400) return undefined;
  const mantissa = BigInt(`${sign}${whole}${fraction}` || "0");
  return shift >= 0 ? mantissa * 10n ** BigInt(shift) : mantissa / 10n ** BigInt(-shift);
}
