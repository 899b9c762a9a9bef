/** Spec 2.3: the base URL of a provider, judged as it will be parsed and not as it looks. */
import { entriesOf, name, type Rule, valueAt } from "../rule.js";
import { urlProblem } from "../url.js";

export const rule: Rule = {
  id: "provider/invalid-url",
  severity: "error",
  summary: "a provider's URL that cannot be used",
  *check(view) {
    for (const [provider] of entriesOf(view.config.providers)) {
      const path = ["providers", provider, "url"];
      const text = view.text(path);
      const problem = text === undefined ? undefined : urlProblem(text);
      if (problem === undefined) continue;
      const { message, ...rest } = problem;
      yield { at: valueAt(...path), message: `${name(...path)} ${message}`, ...rest };
    }
  },
};
