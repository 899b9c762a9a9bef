/** Spec 2.4: a model's provider must match a configured one. */
import { once } from "../../../../text/once.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { respelling } from "../suggestion.js";

export const rule: Rule = {
  id: "reference/unknown-provider",
  severity: "error",
  asksGlobal: true,
  check(context, report) {
    const configured = context.names("providers");
    const list = once(() => quoteList([...configured], "and"));
    for (const { path, shape } of context.placesWith("x-ref")) {
      if (shape.schema["x-ref"] !== "providers") continue;
      const provider = context.text(path);
      if (provider === undefined || !context.isUnknown("providers", provider)) continue;
      report({
        at: valueAt(...path),
        missing: [["providers", provider]],
        message: `no provider is called ${quote(provider)}`,
        help:
          configured.size === 0
            ? `configure it under ${name("providers")}`
            : `configured under ${name("providers")}: ${list()}`,
        ...respelling(context, path, provider, configured),
      });
    }
  },
};
