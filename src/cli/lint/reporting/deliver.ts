/** Reports for other programs, into files, or several at once. Loaded only when one is asked for. */
import { complain, print, type Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import type { LintResult } from "../../../toolkit/judge/analysis/run.js";
import { exchanges } from "../../../toolkit/judge/report/exchange.js";
import { stepSummary } from "../../../toolkit/judge/report/github-summary.js";
import { groundOf } from "../../../toolkit/judge/report/ground.js";
import type { Paint } from "../../../toolkit/judge/report/paint.js";
import type { Means, Reporter } from "../../../toolkit/judge/report/reporter.js";
import {
  type ExchangeFormat,
  isReadByPeople,
  type ReportFormat,
  reporters,
} from "../../../toolkit/judge/report/reporters.js";
import type { Diagnostic } from "../../../toolkit/read/diagnostic/diagnostic.js";
import { readPage } from "../../explain/rule-page.js";
import type { Wanted } from "./formats.js";
import { appendSummary, writeReport } from "./report-files.js";

export interface Findings {
  readonly result: LintResult;
  readonly shown: readonly Diagnostic[];
  /** Those that a report for people lists; its summary counts the others (S56). */
  readonly listed: readonly Diagnostic[];
  /** Whether a finding makes the run fail. */
  readonly counts: (diagnostic: Diagnostic) => boolean;
  /** Why no file was checked; undefined if one was, or cannot be read. */
  readonly nothing: string | undefined;
}

/** The colours on standard output, and in a file. */
export interface Paints {
  readonly output: Paint;
  readonly file: Paint;
}

export interface Delivered {
  /** Where the summary for people goes. */
  readonly summary: Reporter["summary"];
  /** Whether standard output has a report for people, or none. */
  readonly isForPeople: boolean;
  /** Whether every report was written. */
  readonly isWhole: boolean;
}

/** Writes each report, standard output first; a file that fails does not stop the others. */
export async function deliver(
  terminal: Terminal,
  wanted: readonly Wanted[],
  findings: Findings,
  paints: Paints,
): Promise<Delivered> {
  const means = meansOf(terminal, findings);
  const textOf = (format: ReportFormat, paint: Paint): string =>
    isExchange(format)
      ? exchanges[format].render(findings.result, findings.shown, means)
      : reporters[format].render(findings.result, isReadByPeople(format) ? findings.listed : findings.shown, paint);
  const onOutput = wanted.find(({ file }) => file === undefined);
  if (onOutput !== undefined) await print(terminal.stdout, textOf(onOutput.format, paints.output));
  let isWhole = true;
  for (const { format, file } of wanted) {
    if (file === undefined) continue;
    const refusal = writeReport(terminal.host, file, textOf(format, paints.file), findings.result.layers);
    if (refusal === undefined) continue;
    isWhole = false;
    await complain(terminal, `cannot write ${printable(file)}: ${refusal}`);
  }
  if (wanted.some(({ format }) => format === "github")) {
    const refusal = appendSummary(
      terminal.host,
      stepSummary(findings.result, findings.shown, means.ground, findings.nothing),
    );
    if (refusal !== undefined) await complain(terminal, refusal);
  }
  if (onOutput === undefined) return { summary: "below", isForPeople: true, isWhole };
  const { format } = onOutput;
  return { summary: summaryOf(format), isForPeople: isReadByPeople(format), isWhole };
}

function isExchange(format: ReportFormat): format is ExchangeFormat {
  return Object.hasOwn(exchanges, format);
}

function summaryOf(format: ReportFormat): Reporter["summary"] {
  return (isExchange(format) ? exchanges[format] : reporters[format]).summary;
}

function meansOf(terminal: Terminal, { result, shown, counts }: Findings): Means {
  const isAll = shown === result.diagnostics;
  const suppressed = [...(result.suppressions ?? [])].filter(([diagnostic]) => isAll || counts(diagnostic));
  return {
    ground: groundOf(terminal.host),
    counts,
    suppressed: new Map(suppressed),
    pageOf: (rule) => readPage(terminal, rule),
    words: terminal.argv.slice(2),
  };
}
