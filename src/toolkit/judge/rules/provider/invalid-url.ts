/** Spec 2.3: the base URL of a provider, checked in its parsed form. */
import { spelledInAddress } from "../../../../text/variable.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { entriesOf, type Rule } from "../rule.js";
import { reportOf, urlProblemAt } from "../url.js";

export const rule: Rule = {
  id: "provider/invalid-url",
  severity: "error",
  check(context, report) {
    for (const { key: provider } of entriesOf(context.config.providers)) {
      const path = ["providers", provider, "url"];
      const text = context.text(path);
      const problem = urlProblemAt(context, path);
      if (problem === undefined || spelledInAddress(text ?? "") !== undefined) continue;
      report({ ...reportOf(path, problem), at: valueAt(...path) });
    }
  },
};
