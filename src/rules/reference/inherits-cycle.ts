/** S14: the circle is reported at the link that the highest layer wrote: without it there would be none. */
import type { Path } from "../../text/path.js";
import { quote } from "../../text/printable.js";
import { type Rule, valueAt } from "../rule.js";

export const rule: Rule = {
  id: "reference/inherits-cycle",
  severity: "error",
  summary: "models that inherit from each other in a circle",
  why: `A model takes over what it does not set itself from the model that \`inherits\` names. In a circle nobody supplies
anything, so every model in it is left with what it says itself. Let one of them stand on its own.`,
  *check({ cycles, newestFirst }) {
    for (const chain of cycles) {
      const [link = []] = newestFirst(...chain.map((model): Path => ["models", model, "inherits"]));
      yield {
        at: valueAt(...link),
        message: `these models inherit from each other in a circle: ${circle(chain)}`,
        help: "let one of them stand on its own",
      };
    }
  },
  examples: {
    bad: [
      `
        models:
          one: { inherits: «two», context_window: 1000 }
          two: { inherits: one, context_window: 1000 }
      `,
      {
        global: `
          models:
            parent: { context_window: 200000 }
            child: { inherits: parent }
        `,
        project: `
          models:
            parent: { inherits: «child» }
        `,
      },
    ],
    good: [
      `
        models:
          grandparent: { context_window: 200000 }
          parent: { inherits: grandparent }
          child: { inherits: parent }
      `,
      {
        global: `
          models:
            one: { context_window: 1000 }
            two: { inherits: one }
        `,
        project: `
          models:
            three: { inherits: two }
        `,
      },
    ],
  },
};

/** `a` → `b` → `a`, the middle left out when it is long. */
function circle(chain: readonly string[]): string {
  const names = [...chain, ...chain.slice(0, 1)].map(quote);
  return (names.length <= 8 ? names : [...names.slice(0, 6), "…", ...names.slice(-1)]).join(" → ");
}
