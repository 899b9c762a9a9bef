/** Integers that a double cannot hold, judged by the digits in the text (S9). */

import type { Finding } from "../diagnostic/finding.js";
import type { Node, Scalar } from "../document/node.js";
import type { Path } from "../text/path.js";
import { outOfRange, unsafeInteger } from "./findings.js";
import { configShape, keyShape, type Shape, variantOf } from "./shape.js";

const UINT64_MAX = 2n ** 64n - 1n;

/** What the digits say that the loaded numbers do not. */
export function checkDigits(root: Node): readonly Finding[] {
  const findings: Finding[] = [];
  visit(root, configShape, [], findings);
  return findings;
}

function visit(node: Node, shape: Shape | undefined, path: Path, findings: Finding[]): void {
  if (node.kind === "sequence") {
    for (const [index, item] of node.items.entries()) visit(item, shape?.items, [...path, index], findings);
  } else if (node.kind === "mapping") {
    const tag = shape?.tag === undefined ? undefined : node.entries.get(shape.tag.key)?.value;
    const chosen = shape && variantOf(shape, tag?.kind === "scalar" ? tag.value : undefined);
    for (const [key, { value }] of node.entries)
      visit(value, chosen && keyShape(chosen, key), [...path, key], findings);
  } else if (typeof node.value === "number" && Number.isInteger(node.value) && !Number.isSafeInteger(node.value)) {
    const finding = judge(node, node.value, shape, path);
    if (finding !== undefined) findings.push(finding);
  }
}

function judge(node: Scalar, loaded: number, shape: Shape | undefined, path: Path): Finding | undefined {
  const exact = integerOf(node.digits ?? "");
  const limited = shape?.schema.format === "uint64";
  const max = shape?.schema.maximum;
  if (limited && exact !== undefined && exact > UINT64_MAX) {
    // The walk over the loaded values already reports what even a double can see.
    return max !== undefined && loaded > max ? undefined : outOfRange(path, node.digits ?? "", shape);
  }
  const reported = shape !== undefined && (loaded < (shape.schema.minimum ?? loaded) || loaded > (max ?? loaded));
  const ofAnotherType = shape?.types !== undefined && !shape.types.has("integer") && !shape.types.has("number");
  return reported || ofAnotherType ? undefined : unsafeInteger(path, shape);
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
