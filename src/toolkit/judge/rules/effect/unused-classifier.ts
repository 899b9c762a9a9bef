/** Spec 2.1: the tuning of the classifier takes effect only while the `autonomous` strategy is active. */
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/unused-classifier",
  severity: "warning",
  asksGlobal: true,
  check(context, report) {
    const { autonomous_permission_matcher: tuning, default_permission_matcher: strategy } = context.config;
    if (tuning === undefined || Object.keys(tuning).length === 0 || strategy === "autonomous") return;
    // A project that is stricter than its user makes no mistake.
    const isStricter =
      context.scope(["autonomous_permission_matcher"]) === "global" &&
      (context.scope(["default_permission_matcher"]) === "project" ||
        context.unset(["default_permission_matcher"]) !== undefined);
    if (isStricter) return;
    const tuned = { at: keyAt("autonomous_permission_matcher"), label: "tunes what is not in use" };
    // A project may choose the strategy that the user tunes: of the user's file, only this much is true with and without it (S43).
    const alone = context.scope(["autonomous_permission_matcher"]) === "global" ? " in the global config alone" : "";
    const message = `${name("autonomous_permission_matcher")} has no effect${alone}, because the strategy is`;
    const help = `write ${quote("default_permission_matcher: autonomous")} to use it`;
    if (strategy !== undefined) {
      const chosen = { at: keyAt("default_permission_matcher"), label: "another strategy is chosen" };
      report({ ...between(context, tuned, chosen).where, message: `${message} ${quote(strategy)}`, help });
    } else if (context.lacks(["default_permission_matcher"])) {
      const because = [["default_permission_matcher"]];
      report({ ...tuned, message: `${message} ${quote("standard")} by default`, help, because });
    }
  },
};
