/** S4: at most 1 MiB. S7: at most 64 levels. */
import type { Rule } from "../rule.js";

export const rule: Rule<"too-large" | "too-deep"> = {
  id: "syntax/limit",
  severity: "error",
  summary: "a file that is too large or nested too deeply",
  words: {
    "too-large": () => ({
      message: "the file is larger than 1 MiB, the most a configuration may hold",
      help: "check that this is the right file; long texts belong in files of their own",
    }),
    "too-deep": ({ most }) => ({
      message: `values are nested more than ${most} levels deep`,
      help: "no configuration needs this; check that this is the right file",
    }),
  },
};
