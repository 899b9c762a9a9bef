/**
 * One line for each diagnostic, in the form editors and grep know: `file:line:column: severity[rule]: message`. `[*]` before the message
 * marks findings that `--fix` fixes. The suggested text, if known, follows the message.
 */
import { printable } from "../../../text/escape.js";
import { type Diagnostic, isFixable } from "../../read/diagnostic/diagnostic.js";
import { withAdvice } from "./advice.js";
import { type Paint, ruleTag } from "./paint.js";
import type { Reporter } from "./reporter.js";

export const concise: Reporter = {
  render: (_, shown, paint) => shown.map((diagnostic) => lineFor(diagnostic, paint)).join(""),
  summary: "below",
};

function lineFor(diagnostic: Diagnostic, paint: Paint): string {
  const { file, range, severity, rule } = diagnostic;
  const place = `${printable(file)}:${range.start.line}:${range.start.column}`;
  const mark = isFixable(diagnostic) ? "[*] " : "";
  return `${paint.strong(place)}: ${ruleTag(paint, severity, rule)}: ${mark}${withAdvice(diagnostic)}\n`;
}
