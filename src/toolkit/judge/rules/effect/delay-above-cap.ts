/** Spec 8: the cap holds for computed delays. A cap that is set alone, below the schema's first delay, is intended. */
import type { Path } from "../../../../text/path.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/delay-above-cap",
  severity: "warning",
  check(context, report) {
    const retry = context.config.daemon?.retry;
    const CAP = [...RETRY, "max_computed_delay_ms"];
    const base = retry?.base_delay_ms;
    const cap = retry?.max_computed_delay_ms ?? (context.lacks(CAP) ? Number(context.defaultOf(CAP)) : undefined);
    if (retry?.max_retries === 0 || base === undefined || cap === undefined || base <= cap) return;
    const first = { at: valueAt(...RETRY, "base_delay_ms"), label: `above the cap of ${cap} ms` };
    const second = { at: valueAt(...RETRY, "max_computed_delay_ms"), label: `below the first delay of ${base} ms` };
    report({
      ...between(context, first, second).where,
      message: `every computed delay is capped at ${cap} ms, because the first one is ${base} ms already`,
      help: `a first delay below ${cap} ms can grow from retry to retry`,
    });
  },
};

const RETRY: Path = ["daemon", "retry"];
