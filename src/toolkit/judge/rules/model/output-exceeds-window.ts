/** Spec 2.4, S55: the output of a model and the text before compaction have to fit into its context window. One finding a model. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { keyAt, valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import { entriesOf, type Report, type Rule, type RuleContext } from "../rule.js";

/** Fewer tokens hold no prompt of an agent: thousands are missing. */
const SMALLEST = 1000;

/** A computed threshold below this share compacts after every step. */
const LOWEST_SHARE = 0.1;

export const rule: Rule = {
  id: "model/output-exceeds-window",
  severity: "warning",
  check(context, report) {
    for (const { key: model, entry } of entriesOf(context.config.models)) {
      const finding = problemOf(context, ["models", model], entry);
      if (finding !== undefined) report(finding);
    }
  },
};

interface Room {
  readonly context_window?: number;
  readonly max_tokens?: number;
  readonly max_output_tokens_per_turn?: number;
  readonly compaction_threshold?: number;
}

function problemOf(context: RuleContext, path: Path, entry: Room): Report | undefined {
  const { context_window: window, max_output_tokens_per_turn: limit, compaction_threshold: threshold } = entry;
  // `effect/zero` reports a window of zero.
  if (window === undefined || window === 0) return undefined;
  const because = [[...path, "inherits"]];
  if (window < SMALLEST) {
    return {
      at: valueAt(...path, "context_window"),
      message: `${name(...path)} has a context window of ${window} tokens, too few for any prompt`,
      label: "in tokens",
      help: `write all digits, such as ${quote(window * 1000)}`,
      because,
    };
  }
  // Its user may lower the window of a model below the ceiling that the catalog tells.
  const ceiling = context.scope([...path, "max_tokens"]) === undefined ? undefined : entry.max_tokens;
  if (ceiling !== undefined && ceiling > window && (limit === undefined || limit <= window)) {
    const most = { at: valueAt(...path, "max_tokens"), label: `the ceiling is ${ceiling} tokens` };
    const size = { at: valueAt(...path, "context_window"), label: `the window is ${window} tokens` };
    return {
      ...between(context, most, size).where,
      message: `${name(...path)} has a ${quote("max_tokens")} of ${ceiling}, more than its context window of ${window}`,
      because,
    };
  }
  if (limit === undefined) return undefined;
  const output = { at: valueAt(...path, "max_output_tokens_per_turn"), label: `the limit is ${limit} tokens` };
  if (limit > window) {
    const size = { at: valueAt(...path, "context_window"), label: `the window is ${window} tokens` };
    return {
      ...between(context, output, size).where,
      message: `${name(...path)} may produce ${limit} tokens per turn, more than its context window of ${window}`,
      because,
    };
  }
  if (threshold !== undefined) {
    // A product such as 0.7 × 10 is not exact.
    const start = Math.floor(threshold * window + 1e-6);
    if (start + limit <= window) return undefined;
    const share = { at: valueAt(...path, "compaction_threshold"), label: `compaction begins at ${start} tokens` };
    const { where } = between(context, output, share);
    const message = `${name(...path)} may produce ${limit} tokens per turn, and only ${window - start} are left when compaction begins`;
    return { ...where, message, because, ...lower(window - start, "fits") };
  }
  const computed = Math.floor(((window - limit) / window) * 100) / 100;
  if (computed >= LOWEST_SHARE) return undefined;
  return {
    at: output.at,
    message: `${name(...path)} keeps ${limit} of ${window} tokens for its output, so it compacts at ${Math.floor(computed * window)} tokens, after every step`,
    label: output.label,
    related: [{ at: keyAt(...path, "context_window"), message: `the window is ${window} tokens` }],
    because,
    ...lower(Math.floor(window / 2), "leaves half of the window"),
  };
}

function lower(most: number, effect: string): Pick<Report, "help"> {
  if (most === 0) return { help: "write a lower threshold" };
  return { help: `the largest output that ${effect} is ${quote(most)}` };
}
