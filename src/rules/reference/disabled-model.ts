/** Spec 2.4: `enabled: false` removes a model that would otherwise be offered. */
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/printable.js";
import { between } from "../conflict.js";
import { type Rule, valueAt } from "../rule.js";
import { modelUses } from "./model-uses.js";

export const rule: Rule = {
  id: "reference/disabled-model",
  severity: "warning",
  summary: "a disabled model that is asked for",
  why: `\`enabled: false\` takes a model away. A default or a classifier that still names it cannot have it, and the session starts
with another model or not at all. Name another model, or enable this one. Other models may still inherit from it.`,
  *check(view) {
    for (const { path, model, entry } of modelUses(view)) {
      if (entry?.enabled !== false) continue;
      yield {
        ...between(
          view,
          { at: valueAt(...path), label: "asked for here" },
          { at: valueAt("models", model, "enabled"), label: "disabled here" },
        ).where,
        message: `${quote(formatPath(path))} asks for ${quote(model)}, which is disabled`,
      };
    }
  },
  examples: {
    bad: [
      `
        models:
          acme/big: { enabled: false, context_window: 200000 }
        defaults:
          full: «acme/big(high)»
      `,
      {
        global: `
          models:
            acme/big: { context_window: 200000 }
          defaults:
            full: acme/big
        `,
        project: `
          models:
            acme/big: { enabled: «false» }
        `,
      },
    ],
    good: [
      `
        models:
          template: { enabled: false, context_window: 200000 }
          acme/big: { inherits: template }
        defaults:
          full: acme/big
      `,
      {
        global: `
          models:
            acme/big: { enabled: false, context_window: 200000 }
        `,
        project: `
          models:
            acme/big: { enabled: true }
          defaults:
            full: acme/big
        `,
      },
    ],
  },
};
