/** Spec 2.3: `cache_control_strategy` is for providers of the alpha-messages dialect only. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { protocolOf } from "../protocol.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/inert-cache-control",
  severity: "warning",
  check(context, report) {
    for (const { key: provider, entry } of entriesOf(context.config.providers)) {
      if (entry.cache_control_strategy === undefined) continue;
      const protocol = protocolOf(context, provider, entry);
      if (protocol === undefined || protocol === "alpha_messages") continue;
      const path = ["providers", provider, "cache_control_strategy"];
      const cause = ["providers", provider, ...(entry.protocol === undefined ? ["kind", "type"] : ["protocol"])];
      const { where, isFirst } = between(
        context,
        { at: valueAt(...path), label: "has no effect" },
        { at: valueAt(...cause), label: `speaks ${quote(protocol)}` },
      );
      report({
        ...where,
        message: `\`cache_control_strategy\` has no effect with ${quote(protocol)}; it is for \`alpha_messages\` only`,
        because: [["providers", provider, "protocol"]],
        fixes: isFirst ? [{ title: "remove it", safe: true, changes: [{ kind: "delete", path }] }] : [],
      });
    }
  },
};
