/** Spec 2.4: every model needs a context window; S16: its own, its parent's or the catalog's. */
import { keyAt, name, type Rule } from "../rule.js";
import { causes, lacking } from "./lacking.js";

export const rule: Rule = {
  id: "model/missing-context-window",
  severity: "error",
  summary: "a model without a context window",
  why: `The context window decides when a session is compacted, so the agent refuses a model without one. Write \`context_window\`
in tokens, or inherit it from another model. The window of a built-in model is known only when its catalog is handed over
(\`--catalog FILE\`).`,
  *check(view) {
    for (const [model] of lacking(view, "context_window")) {
      yield {
        at: keyAt("models", model),
        message: `${name("models", model)} needs a \`context_window\``,
        label: "its context window is not known",
        help: "write `context_window` in tokens, or inherit it from another model",
        because: causes(model, "context_window"),
      };
    }
  },
  examples: {
    bad: [
      `
        models:
          «acme/big»: { supports_vision: true }
      `,
      {
        global: `
          models:
            template: { enabled: false, stop_sequences: [END] }
        `,
        project: `
          {
            "models": { «"acme/big"»: { "inherits": "template" } }
          }
        `,
      },
      // Said of the project that takes it away.
      {
        global: `
          models:
            acme/big: { context_window: 200000 }
        `,
        project: `
          models:
            acme/big: { context_window: «null» }
        `,
      },
      // One mistake: the child has none because its parent has none.
      `
        models:
          «parent»: { supports_vision: true }
          child: { inherits: parent }
      `,
    ],
    good: [
      {
        global: `
          models:
            acme/big: { context_window: 200000 }
            acme/big-vision: { inherits: acme/big, supports_vision: true }
            retired: { enabled: false }
        `,
        project: `
          models:
            acme/big: { max_output_tokens_per_turn: 64000 }
        `,
      },
      {
        global: `
          models:
            alpha-1: { supports_vision: false }
        `,
        catalog: `
          models:
            alpha-1: { context_window: 200000 }
        `,
      },
    ],
  },
};
