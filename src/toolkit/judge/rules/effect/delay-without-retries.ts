/** Spec 8: `max_retries: 0` disables all provider retries. */
import type { Path } from "../../../../text/path.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { isOver } from "../conflict.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/delay-without-retries",
  severity: "warning",
  check(context, report) {
    const retry = context.config.daemon?.retry;
    const reason = [...RETRY, "max_retries"];
    if (retry?.max_retries !== 0) return;
    for (const key of ["base_delay_ms", "max_computed_delay_ms"] as const) {
      const path = [...RETRY, key];
      if (retry[key] === undefined || !isOver(context, path, reason)) continue;
      report({
        at: keyAt(...path),
        message: `${name(...path)} has no effect, because ${name(...reason)} is 0`,
        label: "there are no retries",
        related: [{ at: valueAt(...reason), message: "disables all retries" }],
      });
    }
  },
};

const RETRY: Path = ["daemon", "retry"];
