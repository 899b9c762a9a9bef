/** What an output format is: how the findings of a run are written. */
import type { LintResult } from "../analysis/run.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Paint } from "./paint.js";

export interface Reporter {
  /** The report of those diagnostics of a result that are shown; a text, whole lines. */
  readonly render: (result: LintResult, shown: readonly Diagnostic[], paint: Paint) => string;
  /** How the summary for people goes with it: right below, after an empty line, or not at all. */
  readonly summary: "below" | "apart" | "none";
}
