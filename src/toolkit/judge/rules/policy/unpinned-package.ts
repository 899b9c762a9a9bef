/** A package without the exact version that a policy requires. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { breach, demandsOf, isForeign } from "./breach.js";
import { fetchedBy } from "./fetched.js";

const KEY = ["require", "exact_versions"];

export const rule: Rule = {
  id: "policy/unpinned-package",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  check(context, report) {
    const broken = demandsOf(context, ({ require }) => require?.exact_versions).filter(({ value }) => value);
    if (broken.length === 0) return;
    for (const { server, path, fetched } of fetchedBy(context)) {
      if (fetched?.pin === "exact") continue;
      const isShown = fetched !== undefined && !isForeign(context, path);
      const what = isShown ? `the package ${quote(fetched.name)}` : "the package";
      report(
        breach(valueAt(...path), broken, KEY, {
          message: `the policy requires an exact version of ${what} for ${name("mcp_servers", server)}`,
          label: isShown ? `write one version, such as ${quote(fetched.example)}` : "not one version",
          because: [["mcp_servers", server, "command"]],
          why: "exact versions are required",
        }),
      );
    }
  },
};
