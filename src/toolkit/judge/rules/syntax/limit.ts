/** S4: at most 1 MiB. S7: at most 64 levels. Spec 2.7: at most 10,000 secret words of 4 KiB. */
import type { Rule } from "../rule.js";

export const rule: Rule<"too-large" | "too-deep" | "unsearched-word"> = {
  id: "syntax/limit",
  severity: "error",
  words: {
    "too-large": () => ({
      message: "the file is larger than 1 MiB, the most a configuration may hold",
      help: "check that this is the right file; long texts belong in files of their own",
    }),
    "too-deep": ({ most }) => ({
      message: `values are nested more than ${most} levels deep`,
      help: "no configuration needs this; check that this is the right file",
    }),
    "unsearched-word": ({ why, most }) => ({
      message:
        why === "too-long"
          ? `a secret word is longer than ${most} bytes, and is not searched for`
          : `only the first ${most.toLocaleString("en-US")} secret words are searched for`,
      label: why === "too-long" ? "not searched for" : "the first that is not",
      notes: ["what is not searched for is not redacted"],
      help:
        why === "too-long"
          ? "write the part of it that is secret, line by line if it has several"
          : "list fewer words; files that are secret belong in `permissions.secret_files`",
    }),
  },
};
