/** Spec 2.4: a model's provider must match a configured one. */
import { quote, quoteList } from "../../printable.js";
import { suggest } from "../../schema/suggest.js";
import { name, type Rule, valueAt } from "../rule.js";

export const rule: Rule = {
  id: "reference/unknown-provider",
  severity: "error",
  summary: "a model that names a provider nobody configured",
  why: `The agent looks the provider of a model up under \`providers\`, by its exact name. Where it is not found, the model
cannot be used, and a session that selects it does not start.`,
  *check(view) {
    const configured = view.names("providers");
    for (const { path, value, shape } of view.places) {
      if (shape.schema["x-ref"] !== "providers" || typeof value !== "string") continue;
      if (!view.isUnknown("providers", value)) continue;
      const alike = suggest(value, configured);
      yield {
        at: valueAt(...path),
        message: `no provider is called ${quote(value)}`,
        ...(alike.length === 0 ? {} : { label: `did you mean ${quoteList(alike)}?` }),
        help:
          configured.size === 0
            ? `configure it under ${name("providers")}`
            : `configured under ${name("providers")}: ${quoteList([...configured])}`,
        proposals: alike.map((to) => ({
          title: `write ${quote(to)}`,
          safe: alike.length === 1,
          changes: [{ kind: "replace", path, value: to }],
        })),
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
