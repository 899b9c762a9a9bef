/** Reports that are more than a text on standard output: for other programs, into files, several at once. Loaded when one is asked for. */
import type { LintResult } from "../analysis/run.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Host } from "../host/host.js";
import { realName } from "../layers/identity.js";
import type { Layer } from "../layers/layer.js";
import { exchanges } from "../report/exchange.js";
import { stepSummary } from "../report/github-summary.js";
import { groundOf } from "../report/ground.js";
import { type Paint, plain } from "../report/paint.js";
import type { Means, Reporter } from "../report/reporter.js";
import { type ExchangeFormat, type ReportFormat, reporters } from "../report/reporters.js";
import { printable } from "../text/escape.js";
import type { Wanted } from "./formats.js";
import { readPage } from "./rule-page.js";
import { complain, print, type Terminal } from "./terminal.js";

/** What there is to report. */
export interface Findings {
  readonly result: LintResult;
  readonly shown: readonly Diagnostic[];
  /** Whether a finding makes the run fail. */
  readonly counts: (diagnostic: Diagnostic) => boolean;
}

/** How parts stand out on standard output, and in a file. */
export interface Paints {
  readonly output: Paint;
  readonly file: Paint;
}

export interface Delivered {
  /** How the summary for people goes with it. */
  readonly summary: Reporter["summary"];
  /** Whether every report got where it should go. */
  readonly isWhole: boolean;
}

/** Writes each report where it should go; standard output first, whatever becomes of files. */
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
      : reporters[format].render(findings.result, findings.shown, paint);
  const onOutput = wanted.find(({ file }) => file === undefined);
  if (onOutput !== undefined) await print(terminal.stdout, textOf(onOutput.format, paints.output));
  let isWhole = true;
  for (const { format, file } of wanted) {
    if (file === undefined) continue;
    const refusal = write(terminal.host, file, textOf(format, paints.file), findings.result.layers);
    if (refusal === undefined) continue;
    isWhole = false;
    await complain(terminal, `cannot write ${printable(file)}: ${refusal}`);
  }
  if (wanted.some(({ format }) => format === "github")) await summarise(terminal, findings, means);
  return { summary: onOutput === undefined ? "below" : summaryOf(onOutput.format), isWhole };
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

/** No report comes near to this many bytes. */
const LARGEST = 1024 ** 3;

/** Puts a text in the place of a file, or makes one; says why not. What was checked is never overwritten. */
function write(host: Host, file: string, text: string, layers: readonly Layer[]): string | undefined {
  const path = host.resolve(file);
  const isChecked = layers.some(
    (layer) => layer.file !== undefined && realName(host, layer.file) === realName(host, path),
  );
  if (isChecked) return "it is one of the files that are checked";
  const bytes = new TextEncoder().encode(text);
  if (host.kindOf(path) === undefined) return host.createFile(path, bytes);
  const before = host.readFile(path, LARGEST);
  if (before.kind === "bytes") return host.replaceFile(path, before.bytes, bytes);
  return before.kind === "too-large" ? "it is too large for a report" : before.reason;
}

const STEP_SUMMARY = "GITHUB_STEP_SUMMARY";

/** What GitHub shows of the summary of a step, in bytes; of a longer one it shows nothing. */
const LONGEST_SUMMARY = 1024 * 1024;

/** Appends a summary to the file that GitHub shows below the log. */
async function summarise(terminal: Terminal, { result, shown }: Findings, { ground }: Means): Promise<void> {
  const { host } = terminal;
  const file = host.env[STEP_SUMMARY];
  if (file === undefined || file === "") return;
  const refusal = append(host, host.resolve(file), stepSummary(result, shown, ground));
  if (refusal !== undefined) await complain(terminal, `cannot write the file that ${STEP_SUMMARY} names: ${refusal}`);
}

function append(host: Host, path: string, text: string): string | undefined {
  const added = new TextEncoder().encode(text);
  if (host.kindOf(path) === undefined) return host.createFile(path, added);
  const before = host.readFile(path, LONGEST_SUMMARY - added.length);
  if (before.kind === "too-large") return "there is no room in it";
  if (before.kind === "unreadable") return before.reason;
  return host.replaceFile(path, before.bytes, Buffer.concat([before.bytes, added]));
}

export const paintsOf = (output: Paint, isForced: boolean): Paints => ({ output, file: isForced ? output : plain });
