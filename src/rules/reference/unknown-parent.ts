/** Spec 2.4: `inherits` looks a model up by its exact key. */
import { quote, quoteList } from "../../text/printable.js";
import { type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";
import { hasHiddenModels } from "./model-uses.js";

export const rule: Rule = {
  id: "reference/unknown-parent",
  severity: "error",
  summary: "a model that inherits from one that does not exist",
  why: `\`inherits\` names another model by its exact key; no effort, no other spelling. From a name that is not there a model
takes over nothing, and is left without the provider, class and context window that it counts on. While some provider comes from a
catalog that the linter was not given (\`--catalog\`), the parent may be one of its models, and this is a warning.`,
  *check(view) {
    const configured = view.names("models");
    const list = quoteList([...configured], "and");
    for (const { path } of view.places) {
      if (path[0] !== "models" || path[2] !== "inherits") continue;
      const parent = view.text(path);
      if (parent === undefined || !view.isUnknown("models", parent)) continue;
      const suggestion = didYouMean(path, parent, configured, { isCertain: !hasHiddenModels(view) });
      const isGuess = hasHiddenModels(view) && suggestion.proposals === undefined;
      yield {
        ...(isGuess ? { severity: "warning" } : {}),
        at: valueAt(...path),
        message: `no model is called ${quote(parent)}, so there is nothing to inherit`,
        help:
          isGuess || configured.size < 2
            ? "configure that model, or give its catalog with `--catalog FILE`"
            : `known models: ${list}`,
        ...suggestion,
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          models:
            acme/big: { context_window: 200000 }
            acme/big-vision: { inherits: «acme/bigg», supports_vision: true }
        `,
        fixed: `
          models:
            acme/big: { context_window: 200000 }
            acme/big-vision: { inherits: acme/big, supports_vision: true }
        `,
      },
      {
        global: `
          providers:
            alpha: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          models:
            mine: { inherits: «alpha-large» }
        `,
      },
    ],
    good: [
      {
        global: `
          models:
            acme/big: { context_window: 200000 }
        `,
        project: `
          models:
            acme/big-vision: { inherits: acme/big, supports_vision: true }
            acme/big-long: { inherits: "\${LONG_PARENT}", context_window: 1000000 }
        `,
      },
      {
        global: `
          models:
            mine: { inherits: alpha-1 }
        `,
        catalog: `
          models:
            alpha-1: { context_window: 200000 }
        `,
      },
    ],
  },
};
