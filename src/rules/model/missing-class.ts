/** Spec 2.4: a custom model, one that matches no catalog entry, needs a class (S16). */
import { entryOf, keyAt, name, type Rule } from "../rule.js";
import { causes, lacking } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-class",
  severity: "error",
  summary: "a custom model without a size class",
  why: `The class, \`full\`, \`mini\` or \`nano\`, decides which default slots a model fits and how much room compaction leaves. For a model
of a custom provider nobody else can say it. Write \`class\`, or inherit it from another model.`,
  *check(view) {
    for (const [model, { provider }] of lacking(view, "class")) {
      const kind = entryOf(view.config.providers, provider)?.kind?.type;
      const isListed = Object.hasOwn(view.catalog?.models ?? {}, model);
      const isCustom = view.catalog === undefined ? kind?.startsWith("custom_") : kind !== undefined && !isListed;
      if (isCustom !== true) continue;
      yield {
        at: keyAt("models", model),
        message: `${name("models", model)} is a custom model and needs a \`class\``,
        label: "its class is not known",
        help: "write `class: full`, `class: mini` or `class: nano`",
        because: [
          ...causes(model, "class"),
          ["providers", provider ?? "", "kind", "type"],
          ["models", model, "provider"],
        ],
      };
    }
  },
  examples: {
    bad: [
      `
        providers:
          acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 }
        models:
          «acme/big»: { provider: acme, context_window: 200000 }
      `,
      {
        global: `
          providers:
            acme: { kind: { type: custom_alpha_compatible }, url: https://api.acme.example }
        `,
        project: `
          {
            "models": { «"acme/big"»: { "provider": "acme", "context_window": 200000 } }
          }
        `,
      },
      {
        global: `
          providers:
            alpha: { kind: { type: catalog, name: alpha } }
          models:
            «alpha-next»: { provider: alpha, context_window: 200000 }
        `,
        catalog: `
          models:
            alpha-1: { class: full, context_window: 200000 }
        `,
      },
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha }, url: https://api.acme.example }
          models:
            acme/big: { provider: acme, context_window: 200000 }
        `,
        project: `
          providers:
            acme: { kind: { type: «custom_alpha_compatible» } }
        `,
      },
    ],
    good: [
      {
        global: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 }
          models:
            acme/big: { provider: acme, class: full, context_window: 200000 }
            acme/big-vision: { inherits: acme/big, supports_vision: true }
        `,
        project: `
          models:
            acme/big-long: { inherits: acme/big-vision, context_window: 1000000 }
        `,
      },
      `
        providers:
          alpha: { kind: { type: catalog, name: alpha } }
        models:
          alpha-1: { provider: alpha, context_window: 200000 }
      `,
    ],
  },
};
