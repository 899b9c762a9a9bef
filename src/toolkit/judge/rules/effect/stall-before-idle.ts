/** Spec 2.11: without a threshold, a subagent is stalled only some time after its stream is. */
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
    const { subagent_stall_threshold_secs: stall = 0, provider_stream_idle_timeout_secs: idle = 0 } = daemon;
    // Zero leaves either to the agent.
    if (stall === 0 || idle === 0 || stall >= idle) return;
    const first = { at: valueAt(...STALL), label: "before the stream is idle for too long" };
    const second = { at: valueAt(...IDLE), label: `a stream may be silent for ${idle} s` };
    report({
      ...between(context, first, second).where,
      message: `${name(...STALL)} of ${stall} s ends streams that may be silent for ${idle} s`,
      help: `write more than ${idle}, or leave the threshold out`,
    });
  },
};

const STALL: Path = ["daemon", "subagent_stall_threshold_secs"];
const IDLE: Path = ["daemon", "provider_stream_idle_timeout_secs"];
