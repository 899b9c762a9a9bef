/** Selects the findings to report and their severities, by options, settings and baseline. Loaded only when one of them is used. */
import { type Baseline, readBaseline, writeBaseline } from "../../service/lint/baseline.js";
import { type BaselineMatch, knownIn, refusals } from "../../service/lint/baseline-findings.js";
import { EXIT } from "../../terminal/command.js";
import { complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import type { FixResult } from "../../toolkit/fix.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import { selected, selects } from "../../toolkit/judge/selection/selection.js";
import type { Diagnostic } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Choices, choicesOf, type JudgeFlags, type Situation } from "./choices.js";

/** A result, and remarks on how it was selected. */
type Judged = LintResult & { readonly remarks: readonly string[] };

export interface Judge<Flags> {
  /** The flags, completed by the user's settings. */
  readonly flags: Flags;
  /** The selected findings, which `--fix` may fix. */
  readonly wanted: (result: LintResult) => readonly Diagnostic[];
  readonly judged: (result: LintResult) => Judged;
  /** The same selection after fixes. */
  readonly fixed: (result: FixResult) => FixResult;
  /** Updates the baseline with `--update-baseline`; an exit code after reporting that it cannot be written. */
  readonly update: (result: LintResult) => Promise<number | undefined>;
}

/** The judge of a run, or the exit code after reporting what cannot be used. */
export async function judgeOf<Flags extends JudgeFlags>(
  terminal: Terminal,
  situation: Situation<Flags>,
): Promise<Judge<Flags> | number> {
  const choices = await choicesOf(terminal, situation);
  if (choices === undefined) return EXIT.usage;
  const baseline = await openBaseline(terminal, choices.flags);
  return baseline === "unusable" ? EXIT.usage : judgeBy(terminal, choices, baseline);
}

async function openBaseline(
  terminal: Terminal,
  { baseline: file, updateBaseline }: JudgeFlags,
): Promise<Baseline | "unusable" | undefined> {
  if (file === undefined) return undefined;
  const baseline = readBaseline(terminal.host, file, updateBaseline ?? false);
  if (!("reason" in baseline)) return baseline;
  await complain(terminal, `cannot use the baseline ${printable(file)}: ${baseline.reason}`);
  return "unusable";
}

function judgeBy<Flags extends JudgeFlags>(
  terminal: Terminal,
  { flags, selection }: Choices<Flags>,
  baseline: Baseline | undefined,
): Judge<Flags> {
  const isWanted = selects(selection);
  const knownOf = (result: LintResult): BaselineMatch | undefined =>
    baseline && knownIn(terminal.host, result, baseline, isWanted);
  const judged = (result: LintResult): Judged => {
    const known = knownOf(result);
    const hidden = (flags.updateBaseline ? known?.all : known?.listed) ?? NO_BASELINE;
    const diagnostics = result.diagnostics.filter((diagnostic) => !hidden.has(diagnostic));
    const { result: left, unselected } = selected({ ...result, diagnostics }, selection);
    const outdated = flags.updateBaseline ? 0 : (known?.gone ?? 0);
    const refused = flags.updateBaseline ? refusals(terminal.host, left.diagnostics) : [];
    return { ...left, remarks: [...remarksOn(hidden.size, outdated, unselected), ...refused] };
  };
  const update = async (result: LintResult): Promise<number | undefined> => {
    const known = flags.updateBaseline && result.layers.length > 0 ? knownOf(result) : undefined;
    return known && baseline && writeKnown(terminal, flags.baseline ?? "", baseline, known);
  };
  const fixed = (result: FixResult): FixResult => ({
    fixed: result.fixed,
    before: judged(result.before),
    after: judged(result.after),
    afterOnly: (layers) => judged(result.afterOnly(layers)),
  });
  return { flags, fixed, wanted: (result) => selected(result, selection).result.diagnostics, judged, update };
}

const NO_BASELINE: ReadonlySet<Diagnostic> = new Set();

function remarksOn(hidden: number, outdated: number, unselected: number): readonly string[] {
  const [are, them] = outdated === 1 ? ["entry of the baseline is", "it"] : ["entries of the baseline are", "them"];
  return [
    ...(hidden === 0 ? [] : [`${findings(hidden, "known ")} in the baseline`]),
    ...(outdated === 0 ? [] : [`${outdated} ${are} gone; \`--update-baseline\` removes ${them}`]),
    ...(unselected === 0
      ? []
      : [`${unselected} of them cannot be left out, because a file is not read, or a policy forbids the value`]),
  ];
}

async function writeKnown(
  terminal: Terminal,
  file: string,
  baseline: Baseline,
  { updated, added, gone: outdated }: BaselineMatch,
): Promise<number | undefined> {
  const refusal = writeBaseline(terminal.host, file, baseline, updated);
  if (refusal !== undefined) {
    await complain(terminal, `cannot write the baseline ${printable(file)}: ${refusal}`);
    return EXIT.usage;
  }
  await print(terminal.stderr, `${printable(file)}: ${findings(updated.length)} (${added} new, ${outdated} gone)\n`);
  return undefined;
}

function findings(count: number, what = ""): string {
  return `${count} ${what}finding${count === 1 ? "" : "s"}`;
}
