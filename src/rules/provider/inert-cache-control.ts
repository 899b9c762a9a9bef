/** Spec 2.3: `cache_control_strategy` is for providers of the alpha-messages dialect only. */
import { quote } from "../../text/printable.js";
import { between } from "../conflict.js";
import { entriesOf, type Rule, valueAt } from "../rule.js";
import { protocolOf } from "./protocol.js";

export const rule: Rule = {
  id: "provider/inert-cache-control",
  severity: "warning",
  summary: "a caching strategy that has no effect with this protocol",
  why: `Cache breakpoints exist in the alpha-messages dialect only. With another protocol the setting is ignored, and whoever counts on
cached prompts pays for every token again. Remove it, or use the protocol that it is for.`,
  *check(view) {
    for (const [provider, entry] of entriesOf(view.config.providers)) {
      const protocol = protocolOf(view, provider, entry);
      if (entry.cache_control_strategy === undefined || protocol === undefined || protocol === "alpha_messages")
        continue;
      const path = ["providers", provider, "cache_control_strategy"];
      const cause = ["providers", provider, ...(entry.protocol === undefined ? ["kind", "type"] : ["protocol"])];
      const { where, isFirst } = between(
        view,
        { at: valueAt(...path), label: "has no effect" },
        { at: valueAt(...cause), label: `speaks ${quote(protocol)}` },
      );
      yield {
        ...where,
        message: `\`cache_control_strategy\` has no effect with ${quote(protocol)}; it is for \`alpha_messages\` only`,
        because: [["providers", provider, "protocol"]],
        proposals: isFirst ? [{ title: "remove it", safe: true, changes: [{ kind: "delete", path }] }] : [],
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
              cache_control_strategy: «alpha_breakpoints»
        `,
        fixed: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
        `,
      },
      {
        global: `
          providers:
            acme:
              kind: { type: custom_alpha_compatible }
              url: https://api.acme.example
              cache_control_strategy: provider_managed
        `,
        project: `
          {
            "providers": { "acme": { "protocol": «"v6_messages"» } }
          }
        `,
      },
      {
        global: `
          providers:
            beta: { kind: { type: catalog, name: beta }, cache_control_strategy: «provider_managed» }
        `,
        catalog: `
          providers:
            beta: { protocol: beta_responses }
        `,
        fixed: `
          providers:
            beta: { kind: { type: catalog, name: beta } }
        `,
      },
    ],
    good: [
      `
        providers:
          alpha: { kind: { type: catalog, name: alpha }, cache_control_strategy: alpha_breakpoints }
          acme:
            kind: { type: custom_alpha_compatible }
            url: https://api.acme.example
            cache_control_strategy: alpha_breakpoints
      `,
      {
        global: `
          providers:
            acme:
              kind: { type: custom_beta_compatible }
              url: https://api.acme.example/v1
        `,
        project: `
          providers:
            acme:
              cache_control_strategy: null
        `,
      },
    ],
  },
};
