/** A suppression needs a reason for its next reader. */
import type { Rule } from "../rule.js";

export const rule: Rule<"suppression-without-reason"> = {
  id: "suppress/no-reason",
  severity: "warning",
  words: {
    "suppression-without-reason": ({ gap }) =>
      gap === undefined
        ? {
            message: "this suppression gives no reason, so it suppresses nothing",
            help: "say after `--` why this is all right here",
          }
        : {
            message: "this suppression has no `--` before its reason, so it suppresses nothing",
            fixes: [{ title: "write `--`", safe: false, changes: [{ kind: "replace-text", span: gap, text: " -- " }] }],
          },
  },
};
