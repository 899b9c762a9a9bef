/** Spec 2.3: a kind of custom backend determines the dialect; `protocol` may narrow it, not contradict it. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import { dialectOf, kindSpeaking, speaks } from "../protocol.js";
import { entriesOf, type Rule } from "../rule.js";

export const rule: Rule = {
  id: "provider/protocol-mismatch",
  severity: "warning",
  check(context, report) {
    for (const { key: provider, entry } of entriesOf(context.config.providers)) {
      const { kind, protocol } = entry;
      const dialect = dialectOf(entry);
      if (dialect === undefined || protocol === undefined || speaks(entry)) continue;
      const { where } = between(
        context,
        { at: valueAt("providers", provider, "protocol"), label: `this kind speaks ${dialect.speaks}` },
        { at: valueAt("providers", provider, "kind", "type"), label: `speaks ${dialect.speaks}` },
      );
      const other = kindSpeaking(protocol);
      report({
        ...where,
        message: `${name("providers", provider)} is a ${quote(kind?.type ?? "")}, which does not speak ${quote(protocol)}`,
        help: `remove ${quote("protocol")} to use what the kind defaults to, or ${other === undefined ? "choose another kind" : `write ${quote(`type: ${other}`)}`}`,
      });
    }
  },
};
