/** Spec 2.4: a model's provider must match a configured one. */
import { quote, quoteList } from "../../text/printable.js";
import { name, type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";

export const rule: Rule = {
  id: "reference/unknown-provider",
  severity: "error",
  summary: "a model that names a provider nobody configured",
  why: `The agent looks the provider of a model up under \`providers\`, by its exact name. Where it is not found, the model
cannot be used, and a session that selects it does not start. Correct the name, or configure the provider.`,
  *check(view) {
    const configured = view.names("providers");
    const list = quoteList([...configured], "and");
    for (const { path, shape } of view.places) {
      if (shape.schema["x-ref"] !== "providers") continue;
      const provider = view.text(path);
      if (provider === undefined || !view.isUnknown("providers", provider)) continue;
      yield {
        at: valueAt(...path),
        message: `no provider is called ${quote(provider)}`,
        help:
          configured.size === 0
            ? `configure it under ${name("providers")}`
            : `configured under ${name("providers")}: ${list}`,
        ...didYouMean(path, provider, configured),
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
          models:
            big: { provider: «acmee», context_window: 200000 }
        `,
        fixed: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
          models:
            big: { provider: acme, context_window: 200000 }
        `,
      },
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          {
            "models": { "big": { "provider": «"somewhere"», "context_window": 200000 } }
          }
        `,
      },
    ],
    good: [
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
        `,
        project: `
          models:
            big: { provider: acme, context_window: 200000 }
        `,
      },
      // An entry with a mistake of its own is there all the same.
      `
        providers:
          constructor: { kind: { type: catalog, name: alpha } }
        models:
          big: { provider: constructor, context_window: 200000 }
      `,
    ],
  },
};
