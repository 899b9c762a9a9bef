/** Spec 2.3: `url` is required for custom providers; no project supplies the `url` of its user's provider (S57). */
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { isCustom } from "../backend.js";
import { name } from "../phrases.js";
import { protocolOf } from "../protocol.js";
import { entriesOf, type Rule } from "../rule.js";

/** Example addresses by protocol: the base for the endpoint's path. */
const BASES: Readonly<Record<string, string>> = {
  alpha_messages: "https://host",
  beta_chat_completions: "https://host/v1",
  beta_responses: "https://host/v1",
};

export const rule: Rule = {
  id: "provider/missing-url",
  severity: "error",
  asksGlobal: true,
  check(context, report) {
    for (const { key: provider, entry } of entriesOf(context.config.providers)) {
      if (!isCustom(entry) || !context.misses(["providers", provider, "url"])) continue;
      const path = ["providers", provider];
      const base = BASES[protocolOf(context, provider, entry) ?? ""] ?? "https://host/v1";
      report({
        at: keyAt(...path),
        missing: [[...path, "url"]],
        because: [
          [...path, "url"],
          [...path, "kind", "type"],
        ],
        message: `${name(...path)} is a custom provider and needs a \`url\``,
        label: "`url` is missing",
        help: `write its base URL, such as ${quote(`url: ${base}`)}`,
      });
    }
  },
};
