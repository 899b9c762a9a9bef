/** What an output format is: how the findings of a run are written. */
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

/** What a report for another program is made with, beside the findings. */
export interface Means {
  readonly ground: Ground;
  /** Whether a finding makes the run fail. */
  readonly counts: (diagnostic: Diagnostic) => boolean;
  /** The findings that comments suppress and that are told of where a format can tell them from others, each with the reason. */
  readonly suppressed: ReadonlyMap<Diagnostic, string>;
  /** The page of a rule; undefined where nobody has it. */
  readonly pageOf: (rule: string) => RulePage | undefined;
  /** The words of the command line behind `agentcfg`; undefined where there was none. */
  readonly words: readonly string[] | undefined;
}

/** A format for another program. */
export interface Exchange extends Pick<Reporter, "summary"> {
  readonly render: (result: LintResult, shown: readonly Diagnostic[], means: Means) => string;
}
