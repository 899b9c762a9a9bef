/**
 * One line for each diagnostic, in the form editors and grep know: `file:line:column: severity[rule]: message`. `[*]` before the message
 * marks findings that `--fix` fixes. The suggested text, if known, follows the message.
 */
import { printable } from "../../../text/escape.js";
import { type Diagnostic, isFixable } from "../../read/diagnostic/diagnostic.js";
import { type Paint, ruleTag } from "./paint.js";
import type { Reporter } from "./reporter.js";

export const concise: Reporter = {
  render: (_, shown, paint) => shown.map((diagnostic) => lineFor(diagnostic, paint)).join(""),
  summary: "below",
};

function lineFor(diagnostic: Diagnostic, paint: Paint): string {
  const { file, range, severity, rule, message } = diagnostic;
  const place = `${printable(file)}:${range.start.line}:${range.start.column}`;
  const text = [message, ...adviceOf(diagnostic)].join("; ");
  return `${paint.strong(place)}: ${ruleTag(paint, severity, rule)}: ${isFixable(diagnostic) ? "[*] " : ""}${text}\n`;
}

/** The suggestion for the marked text, or else the help; a label describes marked text, which this format does not show. */
function adviceOf({ label, help }: Diagnostic): readonly string[] {
  if (label?.startsWith("did you mean")) return [label];
  return help === undefined ? [] : [help];
}
