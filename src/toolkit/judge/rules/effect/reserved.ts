/** Spec 2.8: keys that the specification reserves (`x-effect`). */
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/reserved",
  severity: "info",
  check({ placesWith }, report) {
    for (const { path, shape } of placesWith("x-effect")) {
      if (shape.schema["x-effect"] !== "reserved") continue;
      report({
        at: keyAt(...path),
        message: `${name(...path)} is reserved and does nothing`,
        label: "no effect",
        fixes: [{ title: `delete ${quote(String(path.at(-1)))}`, safe: false, changes: [{ kind: "delete", path }] }],
      });
    }
  },
};
