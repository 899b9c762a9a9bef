/** Spec 2.4: a model of `alpha_messages` that only thinks or not has a budget for it, of at least 1,024 tokens and less than its output. */
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import { protocolOf } from "../protocol.js";
import { entriesOf, entryOf, type Rule } from "../rule.js";

/** The smallest budget, in tokens. */
const LEAST = 1024;

export const rule: Rule = {
  id: "model/no-room-to-think",
  severity: "warning",
  check(context, report) {
    for (const { key: model, entry } of entriesOf(context.config.models)) {
      const { reasoning, max_output_tokens_per_turn: limit, max_tokens: ceiling, provider: named } = entry;
      const field = limit === undefined ? "max_tokens" : "max_output_tokens_per_turn";
      const most = limit ?? ceiling;
      // `effect/zero` reports a limit of zero.
      if (reasoning?.type !== "thinking" || named === undefined || most === undefined || most === 0 || most > LEAST)
        continue;
      const provider = entryOf(context.config.providers, named);
      if (provider === undefined || protocolOf(context, named, provider) !== "alpha_messages") continue;
      report({
        at: valueAt("models", model, field),
        message: `${name("models", model)} cannot think: its output of ${most} tokens is no larger than the smallest budget`,
        label: `a budget has at least ${LEAST} tokens`,
        related: [{ at: keyAt("models", model, "reasoning"), message: "the model thinks" }],
        help: "write a limit of several thousand tokens, or leave `reasoning` out",
        because: ["inherits", "provider", "reasoning"].map((key) => ["models", model, key]),
      });
    }
  },
};
