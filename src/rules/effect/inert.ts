/** A setting that cannot take effect where it stands; the cases are next door. */
import type { Rule } from "../rule.js";
import { cases } from "./inert-cases.js";

export const rule: Rule = {
  id: "effect/inert",
  severity: "warning",
  summary: "a setting that cannot take effect, and why",
  fixable: true,
  *check(view) {
    for (const found of cases) yield* found(view);
  },
};
