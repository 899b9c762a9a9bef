/** Spec 2.10, 2.11, 8: the key of a time names its unit, and many other tools count in the other one. */
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/milliseconds",
  severity: "warning",
  check({ placesWith, config }, report) {
    // Another finding says that no delay has an effect.
    const hasDelays = config.daemon?.retry?.max_retries !== 0;
    // Every time limit has this format.
    for (const { path, place, shape } of placesWith("format")) {
      if (place.kind !== "scalar" || typeof place.value !== "number") continue;
      const key = String(path.at(-1));
      if (key.endsWith("_ms") && (hasDelays || path[1] !== "retry") && isSeconds(place.value, shape.schema.default)) {
        const value = place.value * 1000;
        report({
          at: valueAt(...path),
          message: `${name(...path)} counts milliseconds, and ${place.value} of them are hardly any time`,
          label: "seconds?",
          help: `write ${value} for ${place.value} seconds`,
          fixes: [{ title: `write ${value}`, safe: false, changes: [{ kind: "replace", path, value }] }],
        });
      }
      if (!/_sec(?:ond)?s$/.test(key) || !isMilliseconds(place.value)) continue;
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

/** Whether the number is tiny beside the usual one, and the same number of seconds is not. 1 stands for no time at all. */
function isSeconds(count: number, usual: unknown): boolean {
  return typeof usual === "number" && count > 1 && count * 200 <= usual;
}

/** Whether the number is whole thousands, and not a whole number of hours or days in seconds. */
function isMilliseconds(count: number): boolean {
  const isUsual = count % (24 * HOUR) === 0 || (count < 24 * HOUR && count % HOUR === 0);
  return count >= 30_000 && count % 1000 === 0 && !isUsual;
}
