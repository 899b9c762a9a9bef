/** Spec 2.10, 2.11: time limits in seconds. Many other tools count milliseconds. */
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/milliseconds",
  severity: "warning",
  check({ placesWith }, report) {
    // Every time limit has this format.
    for (const { path, place } of placesWith("format")) {
      if (place.kind !== "scalar" || typeof place.value !== "number") continue;
      if (!/_sec(?:ond)?s$/.test(String(path.at(-1))) || !isMilliseconds(place.value)) continue;
      const seconds = place.value / 1000;
      report({
        at: valueAt(...path),
        message: `${name(...path)} counts seconds: ${place.value} are ${Math.floor(place.value / HOUR)} hours`,
        label: "milliseconds?",
        help: `write ${seconds} for ${place.value} milliseconds`,
        fixes: [{ title: `write ${seconds}`, safe: false, changes: [{ kind: "replace", path, value: seconds }] }],
      });
    }
  },
};

const HOUR = 3600;

/** Whether the number is whole thousands, and not a whole number of hours or days in seconds. */
function isMilliseconds(count: number): boolean {
  const isUsual = count % (24 * HOUR) === 0 || (count < 24 * HOUR && count % HOUR === 0);
  return count >= 30_000 && count % 1000 === 0 && !isUsual;
}
