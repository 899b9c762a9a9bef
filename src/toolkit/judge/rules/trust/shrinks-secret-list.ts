/** Spec 2.7: lists replace each other, so a shorter list in a project removes words that the user protects. */
import { holdsCommand, isRepeated, isWeakened, missing, valueBefore } from "../../../mean/trust/guard.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/shrinks-secret-list",
  severity: "warning",
  check({ trust: { changes } }, report) {
    for (const change of changes) {
      const { path, shape, now, before } = change;
      if (shape.schema["x-stricter"] !== "longer" || !isWeakened(change) || isRepeated(change)) continue;
      const count = missing(valueBefore(change), now);
      // A pattern with `!` takes nothing out: `secret/pattern` reports it.
      if (count === 0 && !holdsCommand(now)) continue;
      const entries = count === 1 ? "an entry" : `${count} entries`;
      report({
        at: { ...keyAt(...path), layer: "project" },
        message: `this project takes ${count > 0 ? entries : "something"} out of ${name(...path)}`,
        label: before === undefined ? "the project's list" : "replaces your list",
        related: before === undefined ? [] : [{ at: { ...keyAt(...path), layer: "global" }, message: "your list" }],
        help: "repeat the entries of the global config, or leave the list to it",
      });
    }
  },
};
