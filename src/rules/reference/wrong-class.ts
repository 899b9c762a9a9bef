/** Spec 2.2, 2.4: each slot wants a model of its size; a larger one only costs more. */
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/printable.js";
import { between } from "../conflict.js";
import { type Rule, valueAt } from "../rule.js";
import { modelUses } from "./model-uses.js";

const SIZES = ["nano", "mini", "full"] as const;
type Size = (typeof SIZES)[number];

export const rule: Rule = {
  id: "reference/wrong-class",
  severity: "warning",
  summary: "a default that is smaller than its slot",
  why: `The \`class\` of a model decides which default slots it is meant for: \`full\` runs sessions, \`mini\` compacts them, \`nano\` does
small tasks. A model of a smaller class than its slot is not eligible, or does worse than the slot needs. A larger one is fine. For
models that a provider reports at runtime the provider's own list counts instead, and \`class\` only informs.`,
  *check(view) {
    for (const { path, model, entry } of modelUses(view)) {
      const slot = SIZES.indexOf(path[1] as Size);
      const size = entry?.class === undefined ? slot : SIZES.indexOf(entry.class);
      if (size >= slot) continue;
      yield {
        ...between(
          view,
          { at: valueAt(...path), label: `a model of class ${quote(SIZES[size] ?? "")}` },
          { at: valueAt("models", model, "class"), label: "its class" },
        ).where,
        message: `${quote(model)} is of class ${quote(SIZES[size] ?? "")}, smaller than ${quote(formatPath(path))} needs`,
        because: [["models", model, "inherits"]],
      };
    }
  },
  examples: {
    bad: [
      `
        models:
          acme/small: { class: mini, context_window: 100000 }
        defaults:
          full: «acme/small»
      `,
      {
        global: `
          models:
            acme/big: { class: full, context_window: 100000 }
          defaults:
            mini: acme/big
        `,
        project: `
          models:
            acme/big: { class: «nano» }
        `,
      },
      {
        global: `
          defaults:
            mini: «alpha-tiny»
        `,
        catalog: `
          models:
            alpha-tiny: { class: nano, context_window: 100000 }
        `,
      },
    ],
    good: [
      `
        models:
          acme/big: { class: full, context_window: 200000 }
          acme/small: { class: mini, context_window: 100000 }
        defaults:
          full: acme/big
          mini: acme/big
          nano: acme/small
      `,
      {
        global: `
          models:
            acme/unsized: { context_window: 100000 }
            acme/tiny: { class: nano, context_window: 100000 }
        `,
        project: `
          defaults:
            full: acme/unsized
            nano: acme/tiny
          default_permission_matcher: autonomous
          autonomous_permission_matcher: { classifier_model: acme/tiny }
        `,
      },
    ],
  },
};
