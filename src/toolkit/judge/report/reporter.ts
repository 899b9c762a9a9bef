/** The contract of an output format, which writes the findings of a run. */
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { LintResult } from "../analysis/run.js";
import type { Ground } from "./ground.js";
import type { Paint } from "./paint.js";
import type { RulePage } from "./rule-page.js";

export interface Reporter {
  /** The report of those diagnostics of a result that are shown; a text, whole lines. */
  readonly render: (result: LintResult, shown: readonly Diagnostic[], paint: Paint) => string;
  /** How the summary for people goes with it: right below, after an empty line, or not at all. */
  readonly summary: "below" | "apart" | "none";
}

/** The data for a report for another program, beside the findings. */
export interface Means {
  readonly ground: Ground;
  /** Whether a finding makes the run fail. */
  readonly counts: (diagnostic: Diagnostic) => boolean;
  /** The findings that comments suppress, each with the reason; reported by formats that can mark them as suppressed. */
  readonly suppressed: ReadonlyMap<Diagnostic, string>;
  /** The page of a rule; undefined if it is not installed. */
  readonly pageOf: (rule: string) => RulePage | undefined;
  /** The words of the command line behind `agentcfg`; undefined where there was none. */
  readonly words: readonly string[] | undefined;
}

/** A format for another program. */
export interface Exchange extends Pick<Reporter, "summary"> {
  readonly render: (result: LintResult, shown: readonly Diagnostic[], means: Means) => string;
}
