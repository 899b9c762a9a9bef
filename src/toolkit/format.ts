/** Writes findings as the command writes them: for a person, one per line, or for programs. */
import { quoteList } from "../text/quote.js";
import type { LintResult } from "./judge/analysis/run.js";
import { exchanges } from "./judge/report/exchange.js";
import { groundOf } from "./judge/report/ground.js";
import { type Paint, plain } from "./judge/report/paint.js";
import { type ExchangeFormat, type ReportFormat, reporters } from "./judge/report/reporters.js";
import { CHOICES } from "./judge/selection/settings-choices.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";
import { expectArgument, expectOptions, isObject, type Kind, OBJECT } from "./read/layers/options.js";

/** The result of `lint`, or of `load`, which keeps its texts. */
export type Findings = LintResult | { readonly findings: () => LintResult };

export interface FormatOptions {
  /** The highlighting of parts, such as colours; none by default. */
  readonly paint?: Paint;
  /** The linted machine; the one this process runs on by default. */
  readonly host?: Host;
}

const isFunction = (value: unknown): boolean => typeof value === "function";

const RESULT: Kind = [
  "a result of `lint`, `load` or `set`",
  (value) =>
    isObject(value) &&
    (isFunction(value["findings"]) ||
      (Array.isArray(value["diagnostics"]) && Array.isArray(value["layers"]) && isObject(value["summary"]))),
];

const FORMAT: Kind = [
  quoteList(CHOICES.format, "or", CHOICES.format.length),
  (value) => CHOICES.format.some((name) => name === value),
];

const PAINT: Kind = [
  "an object with functions `severity`, `strong` and `faint`",
  (value) => isObject(value) && [value["severity"], value["strong"], value["faint"]].every(isFunction),
];

/**
 * The report of a result, in whole lines; empty without findings. `pretty` shows each place in its text, `concise` is one line each in the
 * form that editors know, `schema/report.schema.json` describes `json`, and `docs/formats.md` the others. Only an error counts as a
 * failure, and each rule is described in one sentence; the command gives more of both. Every format hides secrets. A wrong argument is a
 * `TypeError`.
 */
export function format(result: Findings, as: ReportFormat, options: FormatOptions = {}): string {
  expectArgument("format", "result", result, RESULT);
  expectArgument("format", "as", as, FORMAT);
  expectOptions("format", options, { paint: PAINT, host: OBJECT });
  const { paint = plain, host } = options;
  const findings = "findings" in result ? result.findings() : result;
  if (!isExchange(as)) return reporters[as].render(findings, findings.diagnostics, paint);
  return exchanges[as].render(findings, findings.diagnostics, {
    ground: groundOf(host ?? hostHere()),
    counts: ({ severity }) => severity === "error",
    suppressed: findings.suppressions ?? new Map(),
    pageOf: () => undefined,
    words: undefined,
  });
}

function isExchange(format: ReportFormat): format is ExchangeFormat {
  return Object.hasOwn(exchanges, format);
}
