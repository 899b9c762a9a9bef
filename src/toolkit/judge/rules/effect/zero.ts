/**
 * S24: a zero that leaves the value to the agent (`x-zero: unset`), although the zero of a neighbouring key means none; and a model without
 * any tokens, tool calls or efforts (spec 2.4).
 */
import { quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import { entriesOf, type Report, type Rule, type RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "effect/zero",
  severity: "warning",
  check(context, report) {
    for (const finding of tokens(context)) report(finding);
    for (const finding of efforts(context)) report(finding);
    for (const { path, place, shape } of context.placesWith("x-zero")) {
      if (place.kind !== "scalar" || place.value !== 0 || shape.schema["x-zero"] !== "unset") continue;
      report({
        at: valueAt(...path),
        message: `zero does not turn ${name(...path)} off: it counts as not set, so the built-in default applies`,
        label: "the default applies",
        notes: ["zero does disable `daemon.provider_stream_max_lifetime_secs` and `daemon.compaction_max_retries`"],
        help: "write a large number for a limit that is never reached",
        // Not safe: an author who writes 0 hardly wants the default, and a layer below may set another value.
        fixes: [{ title: "delete it to keep the default", safe: false, changes: [{ kind: "delete", path }] }],
      });
    }
  },
};

const TOKENS = ["context_window", "max_tokens", "max_output_tokens_per_turn", "max_tool_batch_size"] as const;

/** Models with zero tokens. An inherited zero is reported at the model that sets it. */
function* tokens({ config, settings }: RuleContext): Iterable<Report> {
  for (const { key: model, entry } of entriesOf(config.models)) {
    for (const key of TOKENS) {
      const path = ["models", model, key];
      if (entry[key] !== 0 || settingAt(settings, path)?.inheritedFrom !== undefined) continue;
      yield {
        at: valueAt(...path),
        ...(key === "max_tool_batch_size"
          ? {
              message: `${name(...path)} of 0 leaves the model no tool call`,
              help: `write ${quote("tool_loading: no_tools")} to take its tools away, or leave the key out`,
            }
          : {
              message: `${name(...path)} of 0 leaves the model nothing`,
              help: "write the number of tokens, or leave the key out",
            }),
      };
    }
  }
}

/** Models with no effort to choose from. A default effort that is not listed has a finding of its own. */
function* efforts({ config, settings }: RuleContext): Iterable<Report> {
  for (const {
    key: model,
    entry: { reasoning },
  } of entriesOf(config.models)) {
    if (reasoning?.type !== "effort" || reasoning.levels?.length !== 0 || reasoning.default_level !== undefined)
      continue;
    const path = ["models", model, "reasoning", "levels"];
    const levels = settingAt(settings, path);
    // A list of variables alone is not empty.
    if (levels?.kind !== "list" || levels.items.length > 0 || levels.inheritedFrom !== undefined) continue;
    yield {
      at: valueAt(...path),
      message: `${name(...path)} is empty: the model has no effort to choose`,
      help: `list its efforts, or write ${quote("{ type: no_reasoning }")}`,
    };
  }
}
