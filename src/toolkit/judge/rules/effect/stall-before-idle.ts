/** Spec 2.11: a stream may be silent up to its idle timeout, and other limits must not end it before. */
import type { Path } from "../../../../text/path.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/stall-before-idle",
  severity: "warning",
  check(context, report) {
    const daemon = context.config.daemon ?? {};
    const { provider_stream_idle_timeout_secs: idle = 0 } = daemon;
    for (const key of ["subagent_stall_threshold_secs", "provider_stream_max_lifetime_secs"] as const) {
      const { [key]: limit = 0 } = daemon;
      // Zero leaves a limit to the agent, or turns it off. A number that is not exact has a finding of its own.
      if (limit === 0 || limit >= idle || !Number.isSafeInteger(idle)) continue;
      const path: Path = ["daemon", key];
      const first = { at: valueAt(...path), label: "before the stream is idle for too long" };
      const second = { at: valueAt(...IDLE), label: `a stream may be silent for ${idle} s` };
      report({
        ...between(context, first, second).where,
        message: `${name(...path)} of ${limit} s ends streams that may be silent for ${idle} s`,
        help: `write more than ${idle}, or leave it out`,
      });
    }
  },
};

const IDLE: Path = ["daemon", "provider_stream_idle_timeout_secs"];
