/** The contract of an output format, which writes the findings of a run. */
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { LintResult } from "../analysis/run.js";
import type { Ground } from "./ground.js";
import type { Paint } from "./paint.js";
import type { RulePage } from "./rule-page.js";

export interface Reporter {
  /** The report of the shown diagnostics of a result: whole lines. */
  readonly render: (result: LintResult, shown: readonly Diagnostic[], paint: Paint) => string;
  /** The place of the summary for people: right below, after an empty line, or nowhere. */
  readonly summary: "below" | "apart" | "none";
}

/** The data for a report for another program, besides the findings. */
export interface Means {
  readonly ground: Ground;
  /** Whether a finding makes the run fail. */
  readonly counts: (diagnostic: Diagnostic) => boolean;
  /** The findings that comments suppress, each with the reason; reported by formats that can mark them as suppressed. */
  readonly suppressed: ReadonlyMap<Diagnostic, string>;
  /** The page of a rule; undefined if it is not installed. */
  readonly pageOf: (rule: string) => RulePage | undefined;
  /** The words of the command line after `agentcfg`; undefined for a call of the library. */
  readonly words: readonly string[] | undefined;
}

export interface Exchange extends Pick<Reporter, "summary"> {
  readonly render: (result: LintResult, shown: readonly Diagnostic[], means: Means) => string;
}
