/** A protection that is weaker with the project than without it. */
import { valueAt } from "../../diagnostic/anchor.js";
import type { Json } from "../../document/data.js";
import { quote } from "../../text/quote.js";
import { anchorOf } from "../../trust/changes.js";
import { isWeakened, valueBefore } from "../../trust/guard.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "trust/weakens-permissions",
  severity: "warning",
  summary: "a project that takes away a protection",
  *check({ trust: { changes } }) {
    for (const change of changes) {
      const { path, capability, shape, now, before } = change;
      // Lists that protect have a rule of their own.
      if (capability !== "guard" || shape.schema["x-stricter"] === "longer" || !isWeakened(change)) continue;
      const old = valueBefore(change);
      const instead = isShort(old) ? ` instead of ${quote(old)}` : "";
      yield {
        at: anchorOf(change),
        message: isShort(now)
          ? `this project weakens ${name(...path)}: ${quote(now)}${instead}`
          : `this project weakens ${name(...path)}`,
        ...(before === undefined
          ? {}
          : {
              related: [{ at: { ...valueAt(...path), layer: "global" as const }, message: "stricter in your config" }],
            }),
        help: "whoever works on the project decides this for themselves, in the global config",
      };
    }
  },
};

function isShort(value: Json | undefined): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value) && String(value).length <= 40;
}
