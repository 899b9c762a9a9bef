/** Integers that a double cannot hold, judged by the digits in the text (S9, S34). */
import { type PathAnchor, valueAt } from "../diagnostic/anchor.js";
import type { Node, Scalar } from "../document/node.js";
import type { SchemaFact } from "./facts.js";
import type { ScalarPlace } from "./place.js";
import type { Shape } from "./shape.js";
import type { Where } from "./where.js";

const UINT64_MAX = 2n ** 64n - 1n;

/** The doubles around it are 2048 apart, and the next one is 2^64 itself. */
const UINT64_MAX_LOADED = 2 ** 64 - 2048;

/** Whether a number has at most 64 bits, if its place has such a limit. */
export function isInWidth(node: Node, { schema: { format } }: Shape): boolean {
  if (format !== "uint64" || node.kind !== "scalar" || Number.isSafeInteger(node.value)) return true;
  const exact = integerOf(node.digits ?? "");
  return exact === undefined || exact <= UINT64_MAX;
}

/** The value of a place after loading; a `uint64` is capped at the largest double below 2^64. */
export function loadedValue({ value, shape }: ScalarPlace): ScalarPlace["value"] {
  const isWide = typeof value === "number" && shape?.schema.format === "uint64";
  return isWide ? Math.min(value, UINT64_MAX_LOADED) : value;
}

/** The facts about an integer's digits that its loaded number hides; the number itself is within its limits. */
export function checkInteger(
  node: Scalar,
  loaded: number,
  shape: Shape | undefined,
  at: PathAnchor,
): readonly SchemaFact[] {
  if (!Number.isInteger(loaded) || Number.isSafeInteger(loaded)) return [];
  if (shape === undefined || isInWidth(node, shape)) return [{ kind: "unsafe-integer", at, shape }];
  return [{ kind: "out-of-range", at, written: node.digits ?? String(loaded), shape }];
}

/** The fact about an integer that YAML 1.1 reads with another base: `0100`. */
export function leadingZero(
  node: Node,
  value: number,
  shape: Shape | undefined,
  { path }: Where,
): readonly SchemaFact[] {
  const written = node.kind === "scalar" ? (node.digits ?? "") : "";
  const isOctal = /^[-+]?0[0-7]+$/.test(written) && Number.parseInt(written, 8) !== value;
  return isOctal && shape?.types?.has("integer") === true
    ? [{ kind: "leading-zero", at: valueAt(...path), written, value }]
    : [];
}

/** The integer that a YAML or JSON number spells, in any notation. */
function integerOf(digits: string): bigint | undefined {
  if (/^0[xo]/.test(digits) || /^[-+]?\d+$/.test(digits)) return BigInt(digits);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(digits) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (Math.abs(shift) > 400) return undefined;
  const mantissa = BigInt(`${sign}${whole}${fraction}` || "0");
  return shift >= 0 ? mantissa * 10n ** BigInt(shift) : mantissa / 10n ** BigInt(-shift);
}
