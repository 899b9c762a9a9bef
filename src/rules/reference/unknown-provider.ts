/** Spec 2.4: a model's provider must match a configured one. */
import { quote, quoteList } from "../../text/printable.js";
import { name, type Rule, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";

export const rule: Rule = {
  id: "reference/unknown-provider",
  severity: "error",
  summary: "a model that names a provider nobody configured",
  fixable: true,
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
};
