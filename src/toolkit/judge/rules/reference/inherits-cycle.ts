/** S14: the cycle is reported at the link that the highest layer wrote, which closed it. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "reference/inherits-cycle",
  severity: "error",
  check({ cycles, newestFirst }, report) {
    for (const chain of cycles) {
      const [link = []] = newestFirst(...chain.map((model): Path => ["models", model, "inherits"]));
      report({
        at: valueAt(...link),
        message: `these models inherit from each other in a circle: ${circle(chain)}`,
        help: "remove `inherits` from one of them",
      });
    }
  },
};

/** `a` → `b` → `a`; shortens a long chain in the middle. */
function circle(chain: readonly string[]): string {
  const names = [...chain, ...chain.slice(0, 1)].map(quote);
  return (names.length <= 8 ? names : [...names.slice(0, 6), "…", ...names.slice(-1)]).join(" → ");
}
