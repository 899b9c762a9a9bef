/** Spec 2.4: a model that matches no catalog entry must name its provider. Without a catalog nobody knows which do (S16). */
import { keyAt, name, type Rule } from "../rule.js";
import { causes, lacking } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-provider",
  severity: "error",
  summary: "a model of its own without a provider",
  why: `An entry whose name is in the catalog changes that model; any other entry makes a new one, and nobody knows where to send its
requests unless it names a \`provider\`. This is checked when the catalog is known (\`--catalog FILE\`): without it, every entry might
be meant for a built-in model.`,
  *check(view) {
    if (view.catalog === undefined) return;
    for (const [model] of lacking(view, "provider")) {
      if (Object.hasOwn(view.catalog.models ?? {}, model)) continue;
      yield {
        at: keyAt("models", model),
        message: `${name("models", model)} is not in the catalog and needs a \`provider\``,
        label: "nobody knows where to send its requests",
        help: "name one of `providers`, or inherit it from another model",
        because: causes(model, "provider"),
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          models:
            «mine»: { context_window: 200000 }
        `,
        catalog: `
          models:
            alpha-1: { provider: alpha, context_window: 200000 }
        `,
      },
      {
        global: `
          models:
            alpha-1: { supports_vision: false }
        `,
        project: `
          models:
            «alpha-1-fast»: { context_window: 100000 }
        `,
        catalog: `
          models:
            alpha-1: { provider: alpha, context_window: 200000 }
        `,
      },
    ],
    good: [
      {
        global: `
          models:
            alpha-1: { supports_vision: false }
            alpha-1-fast: { inherits: alpha-1 }
        `,
        catalog: `
          models:
            alpha-1: { provider: alpha, context_window: 200000 }
        `,
      },
      `
        models:
          perhaps-built-in: { context_window: 200000 }
      `,
    ],
  },
};
