/** A suppression needs a reason for its next reader. */
import type { Rule } from "../rule.js";

export const rule: Rule<"suppression-without-reason"> = {
  id: "suppress/no-reason",
  severity: "warning",
  words: {
    "suppression-without-reason": () => ({
      message: "this suppression gives no reason, so it suppresses nothing",
      help: "say after `--` why this is all right here",
    }),
  },
};
