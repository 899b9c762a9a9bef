/** Spec 2.3, S16: `kind: { type: catalog, name }` finds a built-in provider by name; which there are, only the catalog says. */
import { quote, quoteList } from "../../text/printable.js";
import { entriesOf, type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";

export const rule: Rule = {
  id: "provider/unknown-catalog-entry",
  severity: "error",
  summary: "a provider that the catalog does not have",
  why: `A provider of kind \`catalog\` takes its URL and its protocol from the built-in entry of that name. Where there is none, the
provider cannot be used. This is checked when the catalog is known and lists providers (\`--catalog FILE\`).`,
  *check(view) {
    const listed = view.catalog?.providers;
    if (listed === undefined) return;
    for (const [provider] of entriesOf(view.config.providers)) {
      const path = ["providers", provider, "kind", "name"];
      const entry = view.text(path);
      if (entry === undefined || Object.hasOwn(listed, entry)) continue;
      yield {
        at: valueAt(...path),
        message: `the catalog has no provider called ${quote(entry)}`,
        help: `providers of the catalog: ${quoteList(Object.keys(listed), "and")}`,
        ...didYouMean(path, entry, Object.keys(listed)),
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          providers:
            alpha: { kind: { type: catalog, name: «alhpa» } }
        `,
        catalog: `
          providers:
            alpha: { protocol: alpha_messages }
            beta: {}
        `,
        fixed: `
          providers:
            alpha: { kind: { type: catalog, name: alpha } }
        `,
      },
      {
        global: `
          providers:
            mine: { kind: { type: catalog, name: beta } }
        `,
        project: `
          {
            "providers": { "mine": { "kind": { "name": «"constructor"» } } }
          }
        `,
        catalog: `
          providers:
            alpha: {}
            beta: {}
        `,
      },
    ],
    good: [
      {
        global: `
          providers:
            alpha: { kind: { type: catalog, name: alpha } }
            other: { kind: { type: catalog, name: "\${CATALOG_ENTRY}" } }
        `,
        catalog: `
          providers:
            alpha: {}
        `,
      },
      {
        global: `
          providers:
            delta: { kind: { type: catalog, name: delta } }
        `,
        catalog: `
          models:
            alpha-1: { context_window: 200000 }
        `,
      },
    ],
  },
};
